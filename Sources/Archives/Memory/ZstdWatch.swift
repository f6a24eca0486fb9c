/// Follows zstd frames for their windows (RFC 8878, 3.1).
struct ZstdWatch: WatchedFormat {
    private enum Step {
        case magic
        case skippedSize
        case descriptor
        case header(descriptor: UInt8)
        case block
    }

    var pieces = WatchedPieces(wanted: 4)
    private var step = Step.magic
    private var hasChecksum = false

    /// That of a frame, or of one that decoders skip.
    static func isMagic(_ number: UInt32) -> Bool {
        number == 0xFD2F_B528 || isSkippable(number)
    }

    private static func isSkippable(_ number: UInt32) -> Bool { number & ~0xF == 0x184D_2A50 }

    mutating func take(_ piece: [UInt8]) -> CompressionWatch.Verdict? {
        switch step {
        case .magic:
            let magic = UInt32(truncatingIfNeeded: piece[...].littleEndianNumber)
            // Frames of versions before 1.0 say nothing that could be judged.
            guard ZstdWatch.isMagic(magic) else { return nil }
            let isSkipped = ZstdWatch.isSkippable(magic)
            expect(isSkipped ? .skippedSize : .descriptor, isSkipped ? 4 : 1)
        case .skippedSize:
            pieces.passed = piece[...].littleEndianNumber
            expect(.magic, 4)
        case .descriptor:
            let descriptor = piece[0]
            guard descriptor & 8 == 0 else { return nil }
            hasChecksum = descriptor & 4 != 0
            expect(.header(descriptor: descriptor), ZstdWatch.lengths(descriptor).reduce(0, +))
        case .header(let descriptor):
            let window = ZstdWatch.window(descriptor, piece)
            expect(.block, 3)
            if window > CompressionWatch.allowed { return .tooMuch(window) }
        case .block:
            let header = piece[...].littleEndianNumber
            guard header >> 1 & 3 != 3 else { return nil }
            pieces.passed = header >> 1 & 3 == 1 ? 1 : header >> 3
            if header & 1 == 1 {
                pieces.passed += hasChecksum ? 4 : 0
                expect(.magic, 4)
            }
        }
        return .fine
    }

    private mutating func expect(_ next: Step, _ count: Int) {
        step = next
        pieces.wanted = count
    }

    /// Bytes of the window's descriptor, the dictionary's number and the contents' size.
    private static func lengths(_ descriptor: UInt8) -> [Int] {
        let isSingle = descriptor & 0x20 != 0
        let sizes = [isSingle ? 1 : 0, 2, 4, 8]
        return [
            isSingle ? 0 : 1, [0, 1, 2, 4][Int(descriptor & 3)], sizes[Int(descriptor >> 6)],
        ]
    }

    /// Bytes that must be kept, no more than the contents have.
    private static func window(_ descriptor: UInt8, _ header: [UInt8]) -> UInt64 {
        let sizeLength = lengths(descriptor)[2]
        let size = header.suffix(sizeLength).littleEndianNumber
            .addingReportingOverflow(sizeLength == 2 ? 256 : 0)
        guard descriptor & 0x20 == 0 else { return size.overflow ? .max : size.partialValue }
        let base = UInt64(1) << (10 + UInt64(header[0] >> 3))
        let window = base + base / 8 * UInt64(header[0] & 7)
        return sizeLength == 0 ? window : min(window, size.overflow ? .max : size.partialValue)
    }
}

extension ArraySlice<UInt8> {
    /// The number that up to eight bytes are, the lowest first.
    var littleEndianNumber: UInt64 {
        prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
