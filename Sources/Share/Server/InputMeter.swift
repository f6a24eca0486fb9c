import NIOCore

/// Counts what a connection brought: bytes of the head that is on its way, and of a body with all
/// that stands around its chunks.
struct InputMeter {
    /// Bytes since the last request ended; 0 where none has begun.
    private(set) var headLength = 0
    /// Bytes before the first line end among them.
    private(set) var lineLength = 0
    private var hasLineEnded = false
    private var isInBody = false
    private var bodyAsSent = 0
    /// Bytes of the body itself.
    private(set) var bodyLength = 0

    /// Bytes that came with a body and are none of it.
    var overhead: Int { max(0, bodyAsSent - bodyLength) }

    mutating func arrived(_ buffer: ByteBuffer) {
        guard !isInBody else {
            bodyAsSent += buffer.readableBytes
            return
        }
        headLength += buffer.readableBytes
        guard !hasLineEnded else { return }
        if let end = buffer.readableBytesView.firstIndex(of: 0x0A) {
            lineLength += end - buffer.readableBytesView.startIndex
            hasLineEnded = true
        } else {
            lineLength += buffer.readableBytes
        }
    }

    mutating func headCame() {
        self = InputMeter()
        isInBody = true
    }

    mutating func bodyCame(_ count: Int) {
        bodyLength += count
    }

    mutating func ended() {
        isInBody = false
    }
}
