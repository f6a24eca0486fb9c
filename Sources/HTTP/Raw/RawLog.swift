import Files
import Glibc

/// Makes the log's lines for one exchange; what is secret in a head stays out of them.
struct RawLog {
    /// Lines of one head that are logged.
    private static let lineLimit = 200

    let connection: Int
    let sink: ExchangeSink

    /// A line of a request, sanitised already.
    func sent(_ line: String) { post(.sent, line) }

    /// `elapsed` is in seconds since the request began to go out.
    func received(_ head: RawReplyHead, elapsed: Double?) {
        for (index, line) in head.lines.prefix(RawLog.lineLimit).enumerated() {
            let isFirst = index == 0
            let code = isFirst ? head.code.flatMap { (100...599).contains($0) ? $0 : nil } : nil
            post(
                .received, SecretFields.masked(line), code: code, elapsed: isFirst ? elapsed : nil,
                explanation: code.flatMap { StatusWords.explain($0) })
        }
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
