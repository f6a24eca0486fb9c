import Files
import Transport
import Words

/// What was read of the replies so far.
struct RawReading {
    var parser: RawReplyParser
    let log: RawLog
    let buffer: Buffer
    let began: Double
    private(set) var hasBegun = false
    private(set) var isOver = false
    private(set) var isInsideHead = false
    var headEnd = Deadline.never

    init(parser: RawReplyParser, log: RawLog, buffer: Buffer, began: Double) {
        self.parser = parser
        self.log = log
        self.buffer = buffer
        self.began = began
    }

    /// Whether every reply that was asked for is there.
    var isDone: Bool { hasBegun && parser.awaited == 0 && !parser.isInside }

    /// Takes in what is there; false at the end of the connection.
    mutating func readAvailable(
        _ stream: any ByteStream, _ take: (RawReplyParser.Event) throws(FileSystemError) -> Void
    ) throws(RawStop) -> Bool {
        var count: Int?
        do throws(TransportError) {
            count = try stream.readAvailable(into: buffer.bytes)
        } catch {
            // Many servers end TLS without its own sign; what was framed tells what is missing.
            guard error.kind == .closed else { throw .transport(error) }
            count = 0
        }
        guard let count else { return true }
        do throws(FileSystemError) {
            if count == 0 {
                isOver = true
                var parser = parser
                try parser.end { event throws(FileSystemError) in try note(event, take) }
                return false
            }
            let piece = UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count])
            var parser = parser
            try parser.feed(piece) { event throws(FileSystemError) in try note(event, take) }
            self.parser = parser
            isInsideHead = parser.isInsideHead
            isOver = parser.isOver
            return true
        } catch {
            throw .taker(error)
        }
    }

    /// The connection broke within what was begun.
    mutating func breakOff(
        _ error: TransportError, _ take: (RawReplyParser.Event) throws(FileSystemError) -> Void
    ) throws(FileSystemError) {
        log.trouble(tr("The exchange was interrupted (\(error.words))."))
        guard parser.isInside else {
            try take(.remark(tr("No further reply came (\(error.words)).")))
            return
        }
        try take(.end(.cut(tr("with: \(error.words)"))))
    }

    private mutating func note(
        _ event: RawReplyParser.Event,
        _ take: (RawReplyParser.Event) throws(FileSystemError) -> Void
    ) throws(FileSystemError) {
        switch event {
        case .head(let head):
            log.received(head, elapsed: hasBegun ? nil : Deadline.now() - began)
            hasBegun = true
        case .headless:
            log.remark(tr("The response has no header; it is shown as received."))
            hasBegun = true
        case .remark(let words): log.remark(words)
        case .end(.cut(let words)): log.trouble(tr("The reply ended \(words)."))
        case .end(.broken(let words)):
            log.trouble(
                tr(
                    "Ferry stops reading the reply, because "
                        + "\(words)."))
        case .body, .trailer, .end: break
        }
        try take(event)
    }
}

/// What ends an exchange early.
enum RawStop: Error {
    case transport(TransportError)
    /// Whoever takes the events wants no more.
    case taker(FileSystemError)

    static func wrap<Value>(
        _ body: () throws(TransportError) -> Value
    ) throws(RawStop) -> Value {
        do throws(TransportError) { return try body() } catch { throw .transport(error) }
    }
}
