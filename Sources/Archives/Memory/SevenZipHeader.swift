/// The headers of a .7z file, as far as they say how much memory unpacking takes (7zFormat.txt). No I/O:
/// bytes in, and what must be read next out.
struct SevenZipHeader {
    static let magic: [UInt8] = [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]
    static let lzma: [UInt8] = [3, 1, 1]
    static let lzma2: [UInt8] = [0x21]
    static let ppmd: [UInt8] = [3, 4, 1]
    static let bcj2: [UInt8] = [3, 3, 1, 0x1B]
    /// Bytes at the start of the file that say where the header is.
    static let startLength = 32
    /// Bytes that a header may have once it is unpacked.
    static let longest = 32 << 20

    /// Where the header is, from the file's start.
    struct Place: Hashable {
        var offset: UInt64
        var count: UInt64
    }

    /// A header that is packed itself.
    struct Packed: Hashable {
        var place: Place
        var codec: [UInt8]
        var properties: [UInt8]
        /// Bytes once it is unpacked.
        var count: UInt64
    }

    enum Found: Hashable {
        case packed(Packed)
        case open(Needs)
    }

    /// What the archive asks for.
    struct Needs: Hashable {
        /// Bytes of memory, for what takes most.
        var memory: UInt64 = 0
        /// Files, or pieces of whatever kind, of which there are most.
        var count: UInt64 = 0
    }

    /// Where the header is; nil where the file does not begin like one.
    static func place(_ start: [UInt8]) -> Place? {
        guard start.count >= startLength, start.starts(with: magic) else { return nil }
        let (offset, isTooFar) = start[12..<20].littleEndianNumber
            .addingReportingOverflow(UInt64(startLength))
        return isTooFar ? nil : Place(offset: offset, count: start[20..<28].littleEndianNumber)
    }

    /// What a header says; nil where it is none that libarchive takes either.
    static func read(_ bytes: [UInt8]) -> Found? {
        var parser = SevenZipParser(bytes)
        switch parser.byte() {
        case 1: return parser.header().map { .open($0) }
        case 0x17: return parser.packedHeader().map { .packed($0) }
        default: return nil
        }
    }
}
