import Files

/// What stands before and after the files in a .zip (PKWARE APPNOTE 6.3.10), with 64-bit sizes
/// where they are needed.
///
/// Files are "deflated" into blocks that are stored as they are (RFC 1951, section 3.2.4): unlike
/// files that are stored whole, these end by themselves, so that the archive can be read, too, by
/// whoever cannot seek in it. Length and checksum follow each.
struct ZipRecord {
    /// From the top folder's own name on; a directory's ends in `/`.
    let path: [UInt8]
    let isDirectory: Bool
    let modified: Int64
    let mode: UInt16
    /// Where its header is in the archive.
    let offset: UInt64
    /// Whether lengths take eight bytes behind the file: by the length that it seems to have.
    let isLarge: Bool

    var checksum: UInt32 = 0
    var size: UInt64 = 0
    /// As it is in the archive.
    var packedSize: UInt64 = 0

    /// Bytes in a stored block at most.
    static let blockLimit = 65_535
    private static let limit: UInt64 = 0xFFFF_FFFF

    init(
        path: [UInt8], isDirectory: Bool, modified: Int64, mode: UInt16, expectedSize: UInt64,
        offset: UInt64
    ) {
        self.path = isDirectory ? path + [0x2F] : path
        self.isDirectory = isDirectory
        self.modified = modified
        self.mode = mode
        self.offset = offset
        // Five bytes more for each block of 65,535.
        isLarge = !isDirectory && expectedSize >= ZipRecord.limit - (1 << 20)
    }

    /// APPNOTE 4.3.7.
    var localHeader: [UInt8] {
        var bytes = LittleEndian()
        bytes.append(UInt32(0x0403_4B50))
        appendCommon(to: &bytes)
        bytes.append(UInt32(0))
        bytes.append(isLarge ? UInt32.max : 0)
        bytes.append(isLarge ? UInt32.max : 0)
        let extra = (isLarge ? ZipRecord.extra(1, [0, 0]) : []) + timeExtra
        bytes.append(UInt16(truncatingIfNeeded: name.count))
        bytes.append(UInt16(truncatingIfNeeded: extra.count))
        return bytes.bytes + name + extra
    }

    /// Before a stored block of `count` bytes, 0…65,535 of them.
    static func blockHeader(count: Int, isLast: Bool) -> [UInt8] {
        var bytes = LittleEndian()
        bytes.append(isLast ? UInt8(1) : 0)
        bytes.append(UInt16(truncatingIfNeeded: count))
        bytes.append(~UInt16(truncatingIfNeeded: count))
        return bytes.bytes
    }

    /// Behind a file (APPNOTE 4.3.9).
    var descriptor: [UInt8] {
        if isDirectory { return [] }
        var bytes = LittleEndian()
        bytes.append(UInt32(0x0807_4B50))
        bytes.append(checksum)
        if isLarge {
            bytes.append(packedSize)
            bytes.append(size)
        } else {
            bytes.append(UInt32(truncatingIfNeeded: packedSize))
            bytes.append(UInt32(truncatingIfNeeded: size))
        }
        return bytes.bytes
    }

    /// In the directory at the archive's end (APPNOTE 4.3.12).
    var directoryEntry: [UInt8] {
        let isWide = isLarge || size >= ZipRecord.limit || packedSize >= ZipRecord.limit
        let isFar = offset >= ZipRecord.limit
        var wide: [UInt64] = isWide ? [size, packedSize] : []
        if isFar { wide.append(offset) }
        let extra = (wide.isEmpty ? [] : ZipRecord.extra(1, wide)) + timeExtra
        var bytes = LittleEndian()
        bytes.append(UInt32(0x0201_4B50))
        // Made by version 4.5 on Unix, so that the mode is understood.
        bytes.append(UInt16(3 << 8 | 45))
        appendCommon(to: &bytes)
        bytes.append(checksum)
        bytes.append(isWide ? UInt32.max : UInt32(truncatingIfNeeded: packedSize))
        bytes.append(isWide ? UInt32.max : UInt32(truncatingIfNeeded: size))
        bytes.append(UInt16(truncatingIfNeeded: name.count))
        bytes.append(UInt16(truncatingIfNeeded: extra.count))
        // No comment, first disk, no inner attributes.
        for _ in 0..<3 { bytes.append(UInt16(0)) }
        let type: UInt32 = isDirectory ? 0o040000 : 0o100000
        bytes.append((type | UInt32(mode)) << 16 | (isDirectory ? 0x10 : 0))
        bytes.append(isFar ? UInt32.max : UInt32(truncatingIfNeeded: offset))
        return bytes.bytes + name + extra
    }

    /// What ends the archive: `count` entries of `size` bytes begin at `offset` (APPNOTE 4.3.14…16).
    static func end(count: UInt64, size: UInt64, offset: UInt64) -> [UInt8] {
        var bytes = LittleEndian()
        if count >= 0xFFFF || size >= limit || offset >= limit {
            bytes.append(UInt32(0x0606_4B50))
            bytes.append(UInt64(44))
            bytes.append(UInt16(3 << 8 | 45))
            bytes.append(UInt16(45))
            bytes.append(UInt64(0))
            for number in [count, count, size, offset] { bytes.append(number) }
            bytes.append(UInt32(0x0706_4B50))
            bytes.append(UInt32(0))
            bytes.append(offset &+ size)
            bytes.append(UInt32(1))
        }
        bytes.append(UInt32(0x0605_4B50))
        bytes.append(UInt32(0))
        for _ in 0..<2 { bytes.append(UInt16(clamping: count)) }
        bytes.append(UInt32(clamping: size))
        bytes.append(UInt32(clamping: offset))
        bytes.append(UInt16(0))
        return bytes.bytes
    }

    /// What the format has room for.
    private var name: ArraySlice<UInt8> { path.prefix(Int(UInt16.max)) }

    /// Version, flags, method, time and date, which both headers share.
    private func appendCommon(to bytes: inout LittleEndian) {
        bytes.append(UInt16(isLarge ? 45 : 20))
        let isUTF8 = String(validating: name, as: UTF8.self) != nil
        bytes.append(UInt16(isUTF8 ? 0x0800 : 0) | (isDirectory ? 0 : 0x0008))
        bytes.append(UInt16(isDirectory ? 0 : 8))
        let earliest: Int64 = 315_532_800
        let latest: Int64 = 4_354_819_198
        let time = CivilTime(secondsSinceEpoch: max(earliest, min(modified, latest)))
        bytes.append(UInt16(time.hour << 11 | time.minute << 5 | time.second / 2))
        bytes.append(UInt16((time.year - 1_980) << 9 | time.month << 5 | time.day))
    }

    /// The time in UTC, which the fields of old have no room for (Info-ZIP's 0x5455).
    private var timeExtra: [UInt8] {
        guard let seconds = Int32(exactly: modified) else { return [] }
        var bytes = LittleEndian()
        bytes.append(UInt16(0x5455))
        bytes.append(UInt16(5))
        bytes.append(UInt8(1))
        bytes.append(UInt32(bitPattern: seconds))
        return bytes.bytes
    }

    private static func extra(_ kind: UInt16, _ numbers: [UInt64]) -> [UInt8] {
        var bytes = LittleEndian()
        bytes.append(kind)
        bytes.append(UInt16(truncatingIfNeeded: numbers.count * 8))
        for number in numbers { bytes.append(number) }
        return bytes.bytes
    }
}
