import NIOCore
import NIOHTTP1
import Words

/// What a visitor sent and nobody has looked at yet, and what is wrong with how it came.
struct ReceivedParts {
    /// Bytes of a body that are handed to a sink at once.
    static let blockSize = 1 << 18

    private(set) var meter = InputMeter()
    /// What came behind the parts is no HTTP.
    private(set) var fault: Refusal?
    /// Whether nothing more will come.
    private(set) var hasEnded = false
    /// Never more than one read brings.
    private var parts = CircularBuffer<HTTPServerRequestPart>()

    var isEmpty: Bool { parts.isEmpty }

    /// Raw bytes, before they are parsed.
    mutating func arrived(_ bytes: ByteBuffer) {
        meter.arrived(bytes)
    }

    mutating func append(_ part: HTTPServerRequestPart) {
        switch part {
        case .head: meter.headCame()
        case .body(let bytes): meter.bodyCame(bytes.readableBytes)
        case .end: meter.ended()
        }
        parts.append(part)
    }

    /// Only the first counts.
    mutating func fail(_ refusal: Refusal) {
        fault = fault ?? refusal
    }

    mutating func end() {
        hasEnded = true
    }

    /// Takes the next part; nil where none is there yet.
    mutating func next() -> HTTPServerRequestPart? {
        parts.popFirst()
    }

    /// Takes all up to the next head; nil where none is there yet.
    mutating func nextHead() -> HTTPRequestHead? {
        while let part = parts.popFirst() {
            if case .head(let head) = part { return head }
        }
        return nil
    }

    /// `first` with what follows it of a body and fits into one block with it.
    mutating func block(startingWith first: ByteBuffer) -> [UInt8] {
        var bytes = Array(first.readableBytesView)
        while case .body(let next)? = parts.first,
            bytes.count + next.readableBytes <= ReceivedParts.blockSize
        {
            bytes += next.readableBytesView
            parts.removeFirst()
        }
        return bytes
    }

    mutating func removeAll() {
        parts.removeAll()
    }

    /// What is wrong with how a body comes, where it costs more than it brings.
    func bodyFault(_ limits: Limits) -> Refusal? {
        guard meter.overhead > limits.chunkAllowance + limits.chunkOverhead * meter.bodyLength
        else { return nil }
        return Refusal(.badRequest, tr("The chunks of the body are almost empty."))
    }
}
