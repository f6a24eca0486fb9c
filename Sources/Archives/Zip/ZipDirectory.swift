import Files
import Glibc

/// Where a file in a .zip file is, as the directory at its end says.
struct ZipPlace: Hashable, Sendable {
    /// The file's local header, from the archive's start.
    var offset: UInt64
    var packed: UInt64
    var size: UInt64
    var checksum: UInt32
    var method: UInt16
    var flags: UInt16
}

/// The directory of a .zip file, taken apart record by record (PKWARE APPNOTE 4.3.12). No I/O.
struct ZipDirectory {
    static let signature: [UInt8] = [0x50, 0x4B, 1, 2]
    /// Bytes of a record before its name.
    static let fixedLength = 46

    /// Added to every place that a record says: bytes that lie before the archive itself.
    let shift: UInt64

    /// Bytes of a whole record; nil for none.
    static func length(_ record: some Collection<UInt8>) -> Int? {
        let fixed = Array(record.prefix(fixedLength))
        guard fixed.count == fixedLength, fixed.starts(with: signature) else { return nil }
        let lengths = [28, 30, 32].map { Int(fixed[$0..<$0 + 2].littleEndianNumber) }
        return fixedLength + lengths.reduce(0, +)
    }

    /// What a whole record says; nil where it contradicts itself. A link's text is not in it.
    func entry(_ record: [UInt8]) -> (member: ArchiveMember, place: ZipPlace)? {
        guard record.count >= ZipDirectory.fixedLength else { return nil }
        func number(_ offset: Int, _ count: Int) -> UInt64 {
            record[offset..<offset + count].littleEndianNumber
        }
        let nameEnd = ZipDirectory.fixedLength + Int(number(28, 2))
        let extraEnd = nameEnd + Int(number(30, 2))
        guard extraEnd <= record.count else { return nil }
        var place = ZipPlace(
            offset: number(42, 4), packed: number(20, 4), size: number(24, 4),
            checksum: UInt32(number(16, 4)), method: UInt16(number(10, 2)),
            flags: UInt16(number(8, 2)))
        var name = Array(record[ZipDirectory.fixedLength..<nameEnd].prefix { $0 != 0 })
        let system = record[5]
        // Programs for DOS wrote its own separator.
        if system == 0, !name.contains(0x2F) {
            name = name.map { $0 == 0x5C ? 0x2F : $0 }
        }
        var extras = ZipExtras(record[nameEnd..<extraEnd])
        guard extras.widen(&place) else { return nil }
        let (offset, isTooFar) = place.offset.addingReportingOverflow(shift)
        guard !isTooFar else { return nil }
        place.offset = offset
        let attributes = UInt32(number(38, 4))
        let (kind, mode) = ZipDirectory.kind(attributes, system, name)
        let modified = extras.modified ?? ZipDirectory.time(number(12, 2), number(14, 2))
        return (
            ArchiveMember(
                name: name, kind: kind, size: kind == .file ? place.size : nil,
                modified: modified.map { Timestamp(seconds: $0) }, mode: mode,
                isEncrypted: place.flags & 1 != 0), place
        )
    }

    /// What an entry is, by its maker's system: 3 is Unix, 19 macOS.
    private static func kind(
        _ attributes: UInt32, _ system: UInt8, _ name: [UInt8]
    ) -> (ArchiveMember.Kind, UInt16) {
        let isDirectory = name.last == 0x2F
        guard system == 3 || system == 19, attributes >> 16 != 0 else {
            let isMarked = isDirectory || attributes & 0x10 != 0
            return isMarked ? (.directory, 0o755) : (.file, 0o644)
        }
        let mode = UInt16(truncatingIfNeeded: attributes >> 16)
        let kind: ArchiveMember.Kind =
            switch mode & 0o170000 {
            case 0o040000: .directory
            case 0o120000: .link([])
            case 0, 0o100000: isDirectory ? .directory : .file
            default: .device
            }
        return (kind, mode & 0o7777)
    }

    /// Seconds since 1970 of a time as DOS has it, which is local; nil for none.
    private static func time(_ time: UInt64, _ date: UInt64) -> Int64? {
        guard date != 0 else { return nil }
        var parts = tm()
        parts.tm_year = CInt(date >> 9 & 0x7F) + 80
        parts.tm_mon = CInt(date >> 5 & 0xF) - 1
        parts.tm_mday = CInt(date & 0x1F)
        parts.tm_hour = CInt(time >> 11 & 0x1F)
        parts.tm_min = CInt(time >> 5 & 0x3F)
        parts.tm_sec = CInt(time & 0x1F) * 2
        parts.tm_isdst = -1
        let seconds = mktime(&parts)
        return seconds == -1 ? nil : Int64(seconds)
    }
}

/// What a record has besides its fields: each with a number and a length (PKWARE APPNOTE 4.5).
struct ZipExtras {
    private var fields: [UInt64: ArraySlice<UInt8>] = [:]

    init(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while rest.count >= 4 {
            let count = Int(rest.dropFirst(2).prefix(2).littleEndianNumber)
            let number = rest.prefix(2).littleEndianNumber
            rest = rest.dropFirst(4)
            guard count <= rest.count else { return }
            fields[number] = rest.prefix(count)
            rest = rest.dropFirst(count)
        }
    }

    /// Takes the numbers that do not go into 32 bits; false where one is missing.
    mutating func widen(_ place: inout ZipPlace) -> Bool {
        var wide = fields[1] ?? []
        for key in [\ZipPlace.size, \.packed, \.offset] where place[keyPath: key] == 0xFFFF_FFFF {
            guard wide.count >= 8 else { return false }
            place[keyPath: key] = wide.prefix(8).littleEndianNumber
            wide = wide.dropFirst(8)
        }
        return true
    }

    /// Seconds since 1970 when the file was changed, by Unix or by Windows.
    var modified: Int64? {
        if let unix = fields[0x5455], unix.count >= 5, let flags = unix.first, flags & 1 != 0 {
            let seconds = UInt32(truncatingIfNeeded: unix.dropFirst().prefix(4).littleEndianNumber)
            return Int64(Int32(bitPattern: seconds))
        }
        if let windows = fields[0x0A], windows.count >= 16,
            windows.dropFirst(4).prefix(4).elementsEqual([1, 0, 24, 0])
        {
            return Int64(windows.dropFirst(8).prefix(8).littleEndianNumber / 10_000_000)
                - 11_644_473_600
        }
        return nil
    }
}
