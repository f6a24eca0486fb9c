import Glibc
import Words

/// Makes the log's lines of one connection, each with the time at which it is made. What they say
/// is sanitised already, and without secrets.
package struct ConnectionLog: Sendable {
    /// As in `Exchange.connection`.
    package let connection: Int
    private let sink: ExchangeSink

    /// Lines of `connection` go to `sink`.
    package init(_ connection: Int, _ sink: @escaping ExchangeSink) {
        self.connection = connection
        self.sink = sink
    }

    /// One line; what each part of it is, `Exchange` says.
    package func post(
        _ direction: Exchange.Direction, _ text: String, code: Int? = nil, elapsed: Double? = nil,
        explanation: String? = nil, isExpected: Bool = false, isRetry: Bool = false
    ) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var exchange = Exchange(
            time: Double(now.tv_sec) + Double(now.tv_nsec) / 1e9, connection: connection,
            direction: direction, text: text, code: code, elapsed: elapsed,
            explanation: explanation, isExpected: isExpected)
        exchange.isRetry = isRetry
        sink(exchange)
    }

    /// What was under way on the connection to `site` is tried again, because that was lost.
    package func retry(on site: Site) {
        post(
            .remark,
            tr("The connection to \(VisibleText.make(site.host)) was lost; reconnecting."),
            isRetry: true)
    }

    /// What Ferry has to say of the connection.
    package func remark(_ text: String) { post(.remark, text) }

    /// The connection broke, or the other end its protocol.
    package func trouble(_ text: String) { post(.trouble, text) }
}
