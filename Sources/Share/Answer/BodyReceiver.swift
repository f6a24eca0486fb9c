import Synchronization

/// Takes a request's body. Called by one thread at a time, which may block on the disk; the server
/// reads on from the network only when a block was taken.
package protocol BodySink {
    /// The next bytes, 1…262,144. A refusal ends the request: the rest is not taken, `abandon`
    /// follows, and the visitor gets the refusal.
    mutating func write(_ bytes: [UInt8]) throws(Refusal)
    /// The body was whole. What the visitor gets, which must not be another `receive`.
    mutating func finish() throws(Refusal) -> Response
    /// The visitor is gone, was kicked, or was refused: nothing of it may stay behind. Also after
    /// `finish` threw; exactly once, and not after `finish` succeeded.
    mutating func abandon()
}

/// A sink, confined to whoever writes at the moment, and how much it takes.
package final class BodyReceiver: Sendable {
    /// Bytes of a body at most; more is answered by 413.
    package let limit: UInt64
    private let sink: Mutex<any BodySink>

    package init(limit: UInt64 = .max, _ sink: sending any BodySink) {
        self.limit = limit
        self.sink = Mutex(sink)
    }

    func write(_ bytes: [UInt8]) throws(Refusal) {
        try sink.withLock { (sink) throws(Refusal) in try sink.write(bytes) }
    }

    func finish() throws(Refusal) -> Response {
        try sink.withLock { (sink) throws(Refusal) in try sink.finish() }
    }

    func abandon() {
        sink.withLock { $0.abandon() }
    }
}
