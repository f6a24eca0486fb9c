import Files
import Terminal
import Words

extension Exchange {
    /// Which way the line went: in one column, or a word.
    func mark(_ glyphs: Glyphs) -> String {
        switch direction {
        case .sent: glyphs.sent
        case .received: glyphs.received
        case .remark: glyphs.remark
        case .trouble: glyphs.trouble
        }
    }

    var directionWord: String {
        switch direction {
        case .sent: tr("Sent")
        case .received: code.map { tr("Reply \($0)") } ?? tr("Received")
        case .remark: tr("Remark")
        case .trouble: tr("Trouble")
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

extension Glyphs {
    fileprivate var remark: String { isPlain ? tr("note") : "*" }
    fileprivate var trouble: String { isPlain ? tr("trouble") : "!" }

    /// Columns that the widest mark of a line takes.
    var exchangeMarkWidth: Int {
        guard isPlain else { return 1 }
        return [sent, received, remark, trouble].map { CharacterWidth.of($0) }.max() ?? 0
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
