import Words

/// Takes chunked bodies apart (RFC 9112 section 7.1), fed in pieces of any size. Does no I/O.
package struct ChunkDecoder {
    /// Bytes of a line that says a chunk's size, its extensions included.
    static let sizeLineLimit = 16 << 10

    /// What was found in the bytes.
    package enum Event {
        /// A part of the body; only good until the call returns.
        case body(UnsafeRawBufferPointer)
        /// A line of the trailer, without its end (RFC 9112 section 7.1.2).
        case trailer([UInt8])
        /// The body's end; what follows belongs to another message.
        case end
        /// It is not chunked; the words complete "because …". Nothing follows.
        case broken(String)
    }

    private enum State {
        case size
        case chunk(UInt64)
        /// The line end behind a chunk.
        case chunkEnd
        case trailer
        case over
    }

    private var state = State.size
    private var line: [UInt8] = []
    /// Bytes of the trailer that may still come.
    private var trailerRoom: Int

    /// `trailerLimit` is in bytes.
    package init(trailerLimit: Int) {
        trailerRoom = trailerLimit
    }

    /// Whether the body ended, or broke.
    package var isOver: Bool {
        if case .over = state { return true }
        return false
    }

    /// Takes a piece; how many of its bytes belonged to the body.
    package mutating func feed<Failure: Error>(
        _ piece: UnsafeRawBufferPointer, _ take: (Event) throws(Failure) -> Void
    ) throws(Failure) -> Int {
        var index = 0
        while index < piece.count {
            switch state {
            case .over:
                return index
            case .chunk(let left):
                let count = Int(min(left, UInt64(piece.count - index)))
                let end = index + count
                try take(.body(UnsafeRawBufferPointer(rebasing: piece[index..<end])))
                index = end
                let rest = left - UInt64(count)
                state = rest == 0 ? .chunkEnd : .chunk(rest)
            case .size, .chunkEnd, .trailer:
                let byte = piece[index]
                index += 1
                if byte == 0x0A {
                    if line.last == 0x0D { line.removeLast() }
                    let complete = line
                    line.removeAll(keepingCapacity: true)
                    try endLine(complete, take)
                } else {
                    line.append(byte)
                    try checkRoom(take)
                }
            }
        }
        return index
    }

    private mutating func endLine<Failure: Error>(
        _ line: [UInt8], _ take: (Event) throws(Failure) -> Void
    ) throws(Failure) {
        switch state {
        case .size:
            guard let size = ChunkDecoder.size(line) else {
                return try stop(tr("the size of a chunk cannot be read"), take)
            }
            state = size == 0 ? .trailer : .chunk(size)
        case .chunkEnd:
            guard line.isEmpty else {
                return try stop(tr("a chunk is longer than it said"), take)
            }
            state = .size
        case .trailer:
            guard line.isEmpty else { return try take(.trailer(line)) }
            state = .over
            try take(.end)
        case .chunk, .over:
            break
        }
    }

    private mutating func checkRoom<Failure: Error>(
        _ take: (Event) throws(Failure) -> Void
    ) throws(Failure) {
        switch state {
        case .size where line.count > ChunkDecoder.sizeLineLimit:
            try stop(tr("the size of a chunk takes more than 16 KiB"), take)
        case .chunkEnd where line != [0x0D]:
            try stop(tr("a chunk is longer than it said"), take)
        case .trailer:
            trailerRoom -= 1
            if trailerRoom < 0 { try stop(tr("the trailer is too long"), take) }
        default:
            break
        }
    }

    private mutating func stop<Failure: Error>(
        _ words: String, _ take: (Event) throws(Failure) -> Void
    ) throws(Failure) {
        state = .over
        line = []
        try take(.broken(words))
    }

    /// Hexadecimal digits, then blanks and extensions.
    private static func size(_ line: [UInt8]) -> UInt64? {
        let end = line.firstIndex { $0 == 0x3B || $0 == 0x20 || $0 == 0x09 } ?? line.endIndex
        let rest = line[end...].drop { $0 == 0x20 || $0 == 0x09 }
        guard end > 0, rest.first ?? 0x3B == 0x3B else { return nil }
        var size: UInt64 = 0
        for byte in line[..<end] {
            guard let digit = hexadecimal(byte), size >> 60 == 0 else { return nil }
            size = size << 4 | digit
        }
        return size
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt64? {
        switch byte {
        case 0x30...0x39: UInt64(byte - 0x30)
        case 0x41...0x46: UInt64(byte - 0x41 + 10)
        case 0x61...0x66: UInt64(byte - 0x61 + 10)
        default: nil
        }
    }
}
