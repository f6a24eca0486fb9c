import Digests

/// Zip files made by hand, so that they can say anything (PKWARE APPNOTE 4.3). Everything is stored.
struct ZipBytes {
    /// What the directory at the end may say otherwise than it is.
    struct Lies {
        var size: UInt32?
        var packed: UInt32?
        var offset: UInt32?
        var checksum: UInt32?
        var method: UInt16 = 0
        var flags: UInt16 = 0
        /// Of the local header, where it differs.
        var localName: [UInt8]?
        /// Unix mode in the upper half: what the entry is.
        var attributes: UInt32 = 0o100644 << 16
    }

    var bytes: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    mutating func add(_ name: [UInt8], _ contents: [UInt8] = [], _ lies: Lies = Lies()) {
        var digest = CRC32()
        digest.update(contents)
        let checksum = lies.checksum ?? digest.value
        let packed = lies.packed ?? UInt32(contents.count)
        let size = lies.size ?? UInt32(contents.count)
        let offset = lies.offset ?? UInt32(bytes.count)
        let shared =
            ZipBytes.little(lies.flags) + ZipBytes.little(lies.method)
            + ZipBytes.little(UInt32(0x5A21_0000)) + ZipBytes.little(checksum)
            + ZipBytes.little(packed) + ZipBytes.little(size)
        if lies.offset == nil {
            let local = lies.localName ?? name
            bytes +=
                [0x50, 0x4B, 3, 4, 20, 0] + shared + ZipBytes.little(UInt16(local.count)) + [0, 0]
            bytes += local + contents
        }
        directory +=
            [0x50, 0x4B, 1, 2, 20, 3, 20, 0] + shared + ZipBytes.little(UInt16(name.count))
            + [0, 0, 0, 0, 0, 0, 0, 0] + ZipBytes.little(lies.attributes) + ZipBytes.little(offset)
        directory += name
        count += 1
    }

    /// With the end, which may lie too.
    func ended(
        count lie: UInt16? = nil, size: UInt32? = nil, offset: UInt32? = nil, comment: [UInt8] = []
    ) -> [UInt8] {
        let count = lie ?? UInt16(truncatingIfNeeded: self.count)
        let end =
            [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + ZipBytes.little(count) + ZipBytes.little(count)
            + ZipBytes.little(size ?? UInt32(directory.count))
            + ZipBytes.little(offset ?? UInt32(bytes.count))
            + ZipBytes.little(UInt16(comment.count)) + comment
        return bytes + directory + end
    }

    static func little(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}
