/// One file of a .zip file as a .zip file of its own: its packed bytes, between headers made here. So
/// libarchive unpacks it, and need not read the directory of the whole archive. No I/O.
final class ZipFrame {
    /// Before the packed bytes.
    let head: UnsafeRawBufferPointer
    /// Where the packed bytes are in the archive.
    let start: UInt64
    let count: UInt64
    /// Behind the packed bytes.
    let tail: UnsafeRawBufferPointer
    /// Whether the packed bytes say by themselves how much memory they need: xz and zstd.
    let isWatched: Bool

    /// `start` is where the packed bytes begin.
    init(_ place: ZipPlace, start: UInt64) {
        self.start = start
        count = place.packed
        isWatched = place.method == 93 || place.method == 95
        func little(_ number: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: number.littleEndian) { Array($0) }
        }
        // Sizes are known: none follows the contents.
        let flags = place.flags & ~8
        let shared =
            little(flags) + little(place.method) + little(UInt32(0x0021_0000))
            + little(place.checksum) + [UInt8](repeating: 0xFF, count: 8) + little(UInt16(1))
        let wide =
            little(UInt16(1)) + little(UInt16(16)) + little(place.size) + little(place.packed)
        let header: [UInt8] =
            [0x50, 0x4B, 3, 4, 45, 0] + shared + little(UInt16(wide.count)) + [0x66] + wide
        let record: [UInt8] =
            ZipDirectory.signature + [45, 3, 45, 0] + shared + little(UInt16(wide.count))
            + [UInt8](repeating: 0, count: 6) + little(UInt32(0o100644) << 16) + little(UInt32(0))
            + [0x66] + wide
        let directory = UInt64(header.count) &+ place.packed
        let wideEnd: [UInt8] =
            [0x50, 0x4B, 6, 6] + little(UInt64(44)) + [45, 3, 45, 0]
            + [UInt8](repeating: 0, count: 8) + little(UInt64(1)) + little(UInt64(1))
            + little(UInt64(record.count)) + little(directory)
        let locator: [UInt8] =
            [0x50, 0x4B, 6, 7] + little(UInt32(0)) + little(directory &+ UInt64(record.count))
            + little(UInt32(1))
        let end: [UInt8] =
            [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0] + little(UInt32(record.count))
            + [UInt8](repeating: 0xFF, count: 4) + [0, 0]
        head = ZipFrame.lasting(header)
        tail = ZipFrame.lasting(record + wideEnd + locator + end)
    }

    deinit {
        head.deallocate()
        tail.deallocate()
    }

    private static func lasting(_ bytes: [UInt8]) -> UnsafeRawBufferPointer {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        copy.copyBytes(from: bytes)
        return UnsafeRawBufferPointer(copy)
    }

    func headBytes(from place: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: head.dropFirst(place))
    }

    func tailBytes(from place: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: tail.dropFirst(place))
    }

    var size: UInt64 { UInt64(head.count) + count + UInt64(tail.count) }
}
