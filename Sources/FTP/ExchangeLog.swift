import Files
import Glibc

/// Makes the log's lines for one connection.
struct ExchangeLog {
    /// Characters of a line that are kept.
    private static let limit = 1_000

    let connection: Int
    let sink: ExchangeSink

    func sent(_ command: Command) {
        post(.sent, String(command.text.prefix(ExchangeLog.limit)))
    }

    func received(_ line: [UInt8], code: Int?, elapsed: Double?, isFirst: Bool) {
        let text = String(VisibleText.make(line, limit: 4_096).prefix(ExchangeLog.limit))
        let explanation = isFirst ? code.flatMap { ReplyWords.explain(code: $0, text: text) } : nil
        post(.received, text, code: code, elapsed: elapsed, explanation: explanation)
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
                explanation: explanation))
    }
}
