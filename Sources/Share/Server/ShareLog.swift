import Files

/// Makes the lines of the log: each request and each response is one. No header with a secret is
/// in any of them.
struct ShareLog: Sendable {
    let sink: ExchangeSink

    /// What came in, as it was sent.
    func requested(_ connection: Int, _ visitor: String, _ line: String, _ headers: Headers) {
        var text = "\(visitor) \(line)"
        for name in ["Range", "Destination", "Depth"] {
            if let value = headers[name] { text += " · \(name): \(value)" }
        }
        put(connection, .received, text)
    }

    /// What went out; `reason` is the sentence of a refusal, `elapsed` in seconds.
    func responded(
        _ connection: Int, _ visitor: String, _ status: Status, reason: String?, elapsed: Double
    ) {
        put(
            connection, .sent, "\(visitor) \(status.code) \(status.words)",
            code: Int(status.code), elapsed: elapsed, explanation: reason)
    }

    /// What is to be said of a connection, or of the share itself (0).
    func remarked(_ connection: Int, _ text: String) {
        put(connection, .remark, text)
    }

    /// A connection broke, or what came by it is no HTTP.
    func troubled(_ connection: Int, _ text: String) {
        put(connection, .trouble, text)
    }

    private func put(
        _ connection: Int, _ direction: Exchange.Direction, _ text: String, code: Int? = nil,
        elapsed: Double? = nil, explanation: String? = nil
    ) {
        ConnectionLog(connection, sink).post(
            direction, VisibleText.make(Array(text.utf8), limit: 1_024), code: code,
            elapsed: elapsed, explanation: explanation)
    }
}
