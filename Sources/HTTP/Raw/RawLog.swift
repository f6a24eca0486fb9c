import Files

/// Makes the log's lines for one exchange; what is secret in a head stays out of them.
struct RawLog {
    /// Lines of one head that are logged.
    private static let lineLimit = 200

    private let log: ConnectionLog

    init(connection: Int, sink: @escaping ExchangeSink) {
        log = ConnectionLog(connection, sink)
    }

    /// A line of a request, sanitised already.
    func sent(_ line: String) { log.post(.sent, line) }

    /// `elapsed` is in seconds since the request began to go out.
    func received(_ head: RawReplyHead, elapsed: Double?) {
        for (index, line) in head.lines.prefix(RawLog.lineLimit).enumerated() {
            let isFirst = index == 0
            let code = isFirst ? head.code.flatMap { (100...599).contains($0) ? $0 : nil } : nil
            log.post(
                .received, SecretFields.masked(line), code: code, elapsed: isFirst ? elapsed : nil,
                explanation: code.flatMap { StatusWords.explain($0) })
        }
    }

    func remark(_ text: String) { log.remark(text) }

    func trouble(_ text: String) { log.trouble(text) }
}
