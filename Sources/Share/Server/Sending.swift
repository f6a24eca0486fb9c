import Disk
import NIOCore

/// A response on its way out. Confined to its connection's event loop.
final class Sending {
    /// What is left of it.
    enum Rest {
        case pieces(ArraySlice<Response.Piece>)
        /// Bytes that were promised and did not come yet; nil where none were.
        case blocks(Blocks, promised: UInt64?)
        case nothing
    }

    enum Part {
        case bytes(ByteBuffer)
        case file(OpenFile, Range<UInt64>)
    }

    /// Of a file that leaves through the kernel, bytes at once: little at first, so that a slow
    /// visitor is not taken for one who takes nothing.
    private static let smallestStep: UInt64 = 1 << 16
    private static let largestStep: UInt64 = 1 << 19
    /// Of bytes that go through this process.
    static let blockSize: UInt64 = 1 << 18

    var rest: Rest
    let visit: OpenVisit?
    /// Sees to it that the file on its way is still there.
    var watch: Scheduled<Void>?
    private var step: UInt64 = 1 << 17
    /// What is left of a piece that is held in memory.
    private var held = ByteBuffer()
    private var handle: (NIOFileHandle, OpenFile)?

    init(_ rest: Rest, visit: OpenVisit?) {
        self.rest = rest
        self.visit = visit
    }

    /// Takes the next part, of at most `limit` bytes; nil where none is left.
    func nextPart(limit: UInt64) -> Part? {
        if let part = held.readSlice(length: min(held.readableBytes, Int(clamping: limit))),
            part.readableBytes > 0
        {
            return .bytes(part)
        }
        guard case .pieces(var pieces) = rest else { return nil }
        while let first = pieces.popFirst() {
            guard first.length > 0 else { continue }
            switch first {
            case .bytes(let bytes):
                held = ByteBuffer(bytes: bytes)
                rest = .pieces(pieces)
                return nextPart(limit: limit)
            case .file(let file, let range):
                let middle = range.lowerBound + min(limit, first.length)
                if middle < range.upperBound {
                    pieces = [.file(file, middle..<range.upperBound)] + pieces
                }
                rest = .pieces(pieces)
                return .file(file, range.lowerBound..<middle)
            }
        }
        rest = .nothing
        return nil
    }

    /// How much of a file goes next.
    var fileStep: UInt64 { step }

    /// Whether nothing follows.
    var isAtEnd: Bool {
        switch rest {
        case _ where held.readableBytes > 0: false
        case .pieces(let pieces): pieces.allSatisfy { $0.length == 0 }
        case .blocks: false
        case .nothing: true
        }
    }

    /// The last step took so many seconds.
    func tookStep(_ seconds: Double) {
        if seconds < 0.05 {
            step = min(step * 2, Sending.largestStep)
        } else if seconds > 0.5 {
            step = max(step / 2, Sending.smallestStep)
        }
    }

    /// For as long as this file is sent; the descriptor stays the file's own.
    func handle(for file: OpenFile) -> NIOFileHandle {
        if let handle, handle.1 === file { return handle.0 }
        release()
        let made = NIOFileHandle(_deprecatedTakingOwnershipOfDescriptor: file.descriptor.number)
        handle = (made, file)
        return made
    }

    /// To be called when nothing of it is on its way any more.
    func release() {
        watch?.cancel()
        // The file closes it.
        _ = try? handle?.0.takeDescriptorOwnership()
        handle = nil
    }

    deinit {
        release()
    }
}
