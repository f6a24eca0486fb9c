import Files

/// Which lines the log's screen shows.
struct LogFilter: Hashable, Sendable {
    var errorsOnly = false
    var connection: Int?
    /// Lower-case; empty matches all.
    var text = ""

    var isEmpty: Bool { self == LogFilter() }

    func matches(_ exchange: Exchange) -> Bool {
        if errorsOnly, !exchange.isError { return false }
        if let connection, exchange.connection != connection { return false }
        return text.isEmpty || exchange.holds(text)
    }
}
