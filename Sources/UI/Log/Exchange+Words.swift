import Files
import Terminal

extension Exchange {
    /// Which way the line went: in one column, or a word.
    func mark(_ glyphs: Glyphs) -> String {
        switch direction {
        case .sent: glyphs.sent
        case .received: glyphs.received
        case .remark: glyphs.isPlain ? "note" : "*"
        case .trouble: glyphs.isPlain ? "trouble" : "!"
        }
    }

    var directionWord: String {
        switch direction {
        case .sent: "Sent"
        case .received: code.map { "Reply \($0)" } ?? "Received"
        case .remark: "Remark"
        case .trouble: "Trouble"
        }
    }

    /// A reply's by its class.
    var role: Role {
        switch direction {
        case .sent: return .logSent
        case .remark: return .logRemark
        case .trouble: return .logTrouble
        case .received: break
        }
        switch (code ?? 0) / 100 {
        case 1: return .reply1
        case 2: return .reply2
        case 3: return .reply3
        case 4: return .reply4
        case 5: return .reply5
        default: return .log
        }
    }
}

extension Format {
    /// `12ms`, `1.2s`, `0:45`
    static func elapsed(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "-" }
        if seconds < 0.9995 { return "\(Int((seconds * 1_000).rounded()))ms" }
        if seconds < 9.95 {
            let tenths = Int((seconds * 10).rounded())
            return "\(tenths / 10).\(tenths % 10)s"
        }
        return seconds < 59.5 ? "\(Int(seconds.rounded()))s" : duration(seconds)
    }
}
