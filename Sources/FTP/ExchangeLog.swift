import Files
import Glibc

/// Makes the log's lines for one connection.
struct ExchangeLog {
    /// Characters of a line that are kept.
    private static let limit = 1_000

    let connection: Int
    /// Whose charset names in commands and replies are in.
    let site: Site
    let sink: ExchangeSink
    /// Whether what is said now comes of Ferry's own breaking off of a transfer.
    var isBreakingOff = false

    func sent(_ command: Command) {
        post(.sent, String(command.text(on: site).prefix(ExchangeLog.limit)))
    }

    func received(_ line: [UInt8], code: Int?, elapsed: Double?, isFirst: Bool) {
        let text = String(shown(line).prefix(ExchangeLog.limit))
        var explanation = isFirst ? code.flatMap { ReplyWords.explain(code: $0, text: text) } : nil
        if isBreakingOff, explanation != nil { explanation = "Ferry broke the transfer off" }
        post(.received, text, code: code, elapsed: elapsed, explanation: explanation)
    }

    private func shown(_ line: [UInt8]) -> String {
        guard site.charset != nil else { return VisibleText.make(line, limit: 4_096) }
        let start = VisibleText.make(line.prefix(4_096), on: site)
        return line.count > 4_096 ? start + "..." : start
    }

    func remark(_ text: String) { post(.remark, text) }

    func trouble(_ text: String) { post(.trouble, text) }

    private func post(
        _ direction: Exchange.Direction, _ text: String, code: Int? = nil, elapsed: Double? = nil,
        explanation: String? = nil
    ) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        sink(
            Exchange(
                time: Double(now.tv_sec) + Double(now.tv_nsec) / 1e9, connection: connection,
                direction: direction, text: text, code: code, elapsed: elapsed,
                explanation: explanation, answersBreakOff: isBreakingOff))
    }
}
