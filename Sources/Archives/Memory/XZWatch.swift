/// Follows .xz streams for the dictionaries of their blocks (The .xz File Format 1.1.0).
struct XZWatch: WatchedFormat {
    static let magic: [UInt8] = [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]

    private enum Step {
        case streamHeader
        /// The first byte of a block, or of the index.
        case blockStart
        case blockHeader
        case chunk
        /// The size of what follows, behind which come so many bytes more.
        case chunkSize(more: UInt64)
        case recordCount(UInt64, shift: UInt64)
        /// Numbers of records that are still to come.
        case records(UInt64)
        case behindStream
    }

    var pieces = WatchedPieces(wanted: 12)
    private var step = Step.streamHeader
    /// Bytes of a block's checksum.
    private var checkLength: UInt64 = 0
    /// Bytes of the present block or index so far; only what is left by 4 counts.
    private var length: UInt64 = 0

    mutating func take(_ piece: [UInt8]) -> CompressionWatch.Verdict? {
        switch step {
        case .streamHeader:
            guard piece.starts(with: XZWatch.magic), piece[6] == 0, piece[7] < 16 else {
                return nil
            }
            checkLength = piece[7] == 0 ? 0 : UInt64(4) << ((UInt64(piece[7]) - 1) / 3)
            expect(.blockStart, 1)
        case .blockStart:
            if piece[0] == 0 {
                length = 1
                expect(.recordCount(0, shift: 0), 1)
            } else {
                expect(.blockHeader, 4 * (Int(piece[0]) + 1) - 1)
            }
        case .blockHeader:
            guard let dictionary = XZWatch.dictionary(piece) else { return nil }
            length = 0
            expect(.chunk, 1)
            if dictionary > CompressionWatch.allowed { return .tooMuch(dictionary) }
        case .chunk:
            return takeChunk(piece[0])
        case .chunkSize(let more):
            pieces.passed = piece.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } + 1 + more
            length &+= UInt64(piece.count) &+ pieces.passed
            expect(.chunk, 1)
        case .recordCount, .records:
            return takeIndex(piece[0])
        case .behindStream:
            // Padding goes by four.
            if piece.allSatisfy({ $0 == 0 }) { return .fine }
            step = .streamHeader
            pieces.extend(piece, to: 12)
        }
        return .fine
    }

    private mutating func expect(_ next: Step, _ count: Int) {
        step = next
        pieces.wanted = count
    }

    /// The control byte of an LZMA2 chunk.
    private mutating func takeChunk(_ control: UInt8) -> CompressionWatch.Verdict? {
        length &+= 1
        switch control {
        case 0:
            pieces.passed = XZWatch.padding(length) + checkLength
            expect(.blockStart, 1)
        case 1, 2:
            expect(.chunkSize(more: 0), 2)
        case 0x80...:
            // The unpacked size, the packed one, and for some a byte of properties.
            pieces.passed = 2
            length &+= 2
            expect(.chunkSize(more: control >= 0xC0 ? 1 : 0), 2)
        default:
            return nil
        }
        return .fine
    }

    /// A byte of the index: numbers of seven bits a byte, the last one without the eighth.
    private mutating func takeIndex(_ byte: UInt8) -> CompressionWatch.Verdict? {
        length &+= 1
        switch step {
        case .recordCount(let low, let shift):
            guard shift <= 56 else { return nil }
            let number = low | UInt64(byte & 0x7F) << shift
            if byte & 0x80 != 0 {
                step = .recordCount(number, shift: shift + 7)
                return .fine
            }
            // Each record is two numbers.
            let (count, isTooMany) = number.multipliedReportingOverflow(by: 2)
            guard !isTooMany else { return nil }
            step = .records(count)
        case .records(let count):
            step = .records(byte & 0x80 == 0 ? count - 1 : count)
        default:
            return nil
        }
        if case .records(0) = step {
            // A checksum, and the stream's footer.
            pieces.passed = XZWatch.padding(length) + 4 + 12
            expect(.behindStream, 4)
        }
        return .fine
    }

    /// Bytes up to a multiple of four.
    private static func padding(_ length: UInt64) -> UInt64 { (4 - length % 4) % 4 }

    /// Bytes of the dictionary; nil for no header of a block that can be unpacked.
    private static func dictionary(_ header: [UInt8]) -> UInt64? {
        var rest = header[...]
        guard let flags = rest.popFirst(), flags & 0x3C == 0 else { return nil }
        for flag: UInt8 in [0x40, 0x80] where flags & flag != 0 {
            guard number(&rest) != nil else { return nil }
        }
        var last: (filter: UInt64, properties: ArraySlice<UInt8>)?
        for _ in 0...(flags & 3) {
            guard let filter = number(&rest), let count = number(&rest), count <= rest.count
            else { return nil }
            last = (filter, rest.prefix(Int(count)))
            rest = rest.dropFirst(Int(count))
        }
        guard let last, last.filter == 0x21, last.properties.count == 1,
            let bits = last.properties.first
        else { return nil }
        return LZMADictionary.size(bits)
    }

    private static func number(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 56, by: 7) {
            guard let byte = bytes.popFirst() else { return nil }
            number |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return number }
        }
        return nil
    }
}

/// Dictionaries as LZMA2 has them.
enum LZMADictionary {
    /// Bytes; nil for a byte that is none.
    static func size(_ bits: UInt8) -> UInt64? {
        switch bits {
        case 0..<40: UInt64(2 | bits & 1) << (UInt64(bits) / 2 + 11)
        case 40: UInt64(UInt32.max)
        default: nil
        }
    }
}
