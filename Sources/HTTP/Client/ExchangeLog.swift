import Files

/// Makes the log's lines for one connection: a line for each request's head, and one for each
/// response's, with what is secret masked.
struct ExchangeLog {
    /// Bytes of a line that are kept.
    private static let limit = 1_000
    private static let secretFields: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "set-cookie",
    ]
    /// Fields of a response that tell something of its file or its server.
    private static let tellingFields: Set<String> = [
        "allow", "content-disposition", "content-encoding", "content-length", "content-range",
        "content-type", "dav", "etag", "last-modified", "location", "proxy-authenticate",
        "retry-after", "server", "set-cookie", "transfer-encoding", "www-authenticate",
    ]

    private let log: ConnectionLog

    init(connection: Int, sink: @escaping ExchangeSink) {
        log = ConnectionLog(connection, sink)
    }

    func sent(_ method: String, _ origin: Origin, _ target: String, _ fields: [RequestField]) {
        let shown = fields.map { ($0.name, Array($0.value.utf8)) }
        let url = origin.url + QueryMask.apply(to: target)
        log.post(.sent, line("\(method) \(VisibleText.make(url))", shown))
    }

    func received(_ head: ResponseHead, elapsed: Double) {
        let telling = head.fields.filter { ExchangeLog.tellingFields.contains($0.name) }
        log.post(
            .received, line("\(head.version) \(head.text)", telling), code: head.status,
            elapsed: elapsed, explanation: StatusWords.explain(head.status))
    }

    func remark(_ text: String) { log.remark(text) }

    func trouble(_ text: String) { log.trouble(text) }

    private func line(_ start: String, _ fields: [(name: String, value: [UInt8])]) -> String {
        let shown = fields.map { name, value in
            let lowered = name.lowercased()
            let text =
                ExchangeLog.secretFields.contains(lowered)
                ? "•••"
                : lowered == "location"
                    ? QueryMask.location(ResponseHead.string(value)) : VisibleText.make(value)
            return "\(VisibleText.make(name)): \(text)"
        }
        let whole = ([start] + shown).joined(separator: " · ")
        return whole.count > ExchangeLog.limit ? whole.prefix(ExchangeLog.limit) + "..." : whole
    }
}
