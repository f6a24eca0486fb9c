import NIOCore
import Words

/// What is still to go out of a response's body.
struct OutgoingBody {
    /// What goes next.
    enum Part {
        case bytes(ByteBuffer)
        case file(OpenFile, Range<UInt64>)
        /// The next block is to be pulled; `took` hears what came of it.
        case pull(Blocks)
    }

    /// The source does not bring as many bytes as the head promised.
    enum WrongLength: Error {
        case shorter, longer

        var sentence: String {
            switch self {
            case .shorter: tr("It shrank while it was being sent.")
            case .longer: tr("It grew while it was being sent.")
            }
        }
    }

    private enum Rest {
        case pieces(ArraySlice<Response.Piece>)
        /// Bytes that were promised and did not come yet; nil where none were.
        case blocks(Blocks, promised: UInt64?)
        case nothing
    }

    private var rest: Rest
    /// What is left of a piece that is held in memory.
    private var held = ByteBuffer()

    /// For HEAD, there is nothing to send.
    init(_ body: Response.Body, isHead: Bool) {
        switch body {
        case _ where isHead: rest = .nothing
        case .none, .receive: rest = .nothing
        case .bytes(let bytes): rest = .pieces([.bytes(bytes)])
        case .pieces(let pieces): rest = .pieces(ArraySlice(pieces))
        case .blocks(let blocks, let length): rest = .blocks(blocks, promised: length)
        }
    }

    /// Takes the next part, of at most `limit` bytes where it is not pulled; nil where none is
    /// left.
    mutating func next(limit: UInt64) -> Part? {
        if let part = held.readSlice(length: min(held.readableBytes, Int(clamping: limit))),
            part.readableBytes > 0
        {
            return .bytes(part)
        }
        switch rest {
        case .nothing: return nil
        case .blocks(let blocks, _): return .pull(blocks)
        case .pieces(let pieces): return next(of: pieces, limit: limit)
        }
    }

    private mutating func next(of pieces: ArraySlice<Response.Piece>, limit: UInt64) -> Part? {
        var pieces = pieces
        while let first = pieces.popFirst() {
            guard first.length > 0 else { continue }
            switch first {
            case .bytes(let bytes):
                held = ByteBuffer(bytes: bytes)
                rest = .pieces(pieces)
                return next(limit: limit)
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

    /// So many bytes were pulled; nil at the source's end.
    mutating func took(_ count: Int?) throws(WrongLength) {
        guard case .blocks(let blocks, let promised) = rest else { return }
        guard let count = count.map({ UInt64($0) }) else {
            guard promised ?? 0 == 0 else { throw .shorter }
            rest = .nothing
            return
        }
        guard count <= promised ?? .max else { throw .longer }
        rest = .blocks(blocks, promised: promised.map { $0 - count })
    }

    /// Whether nothing follows.
    var isAtEnd: Bool {
        switch rest {
        case _ where held.readableBytes > 0: false
        case .pieces(let pieces): pieces.allSatisfy { $0.length == 0 }
        case .blocks: false
        case .nothing: true
        }
    }
}
