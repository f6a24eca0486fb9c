/// A line of the log: a command, a reply, or a remark. Made inside the protocol targets, with
/// secrets masked and text sanitised, so that whoever holds one may show and save it.
package struct Exchange: Hashable, Sendable {
    package enum Direction: String, Sendable, Codable {
        /// What Ferry sent.
        case sent
        /// What the server answered.
        case received
        /// What Ferry has to say of the connection: opened, lost, resumed.
        case remark
        /// The server broke its protocol, or the connection broke.
        case trouble
    }

    /// Seconds since the epoch, UTC.
    package var time: Double
    /// Counts connections of this process, from 1; 0 where there is none.
    package var connection: Int
    package var direction: Direction
    /// One line, sanitised, without its line end.
    package var text: String
    /// A reply's code: 100…599.
    package var code: Int?
    /// Seconds between the command and this reply.
    package var elapsed: Double?
    /// What the reply's code means, in plain words; nil where the reply says all there is.
    package var explanation: String?
    /// Whether it comes of what Ferry did or tried by itself, which goes on either way: the breaking
    /// off of a transfer (a pause, a jump in the viewer), AUTH where TLS is only wanted. No news then,
    /// whatever its code.
    package var isExpected: Bool
    /// The number of the queue's job that the connection worked for; nil where it was none.
    package var job: Int64?
    /// Whether it says that something is tried again because its connection was lost.
    package var isRetry = false

    package init(
        time: Double, connection: Int, direction: Direction, text: String, code: Int? = nil,
        elapsed: Double? = nil, explanation: String? = nil,
        isExpected: Bool = false
    ) {
        self.time = time
        self.connection = connection
        self.direction = direction
        self.text = text
        self.code = code
        self.elapsed = elapsed
        self.explanation = explanation
        self.isExpected = isExpected
    }
}

/// Receives the log as it is made, from any queue.
package typealias ExchangeSink = @Sendable (Exchange) -> Void
