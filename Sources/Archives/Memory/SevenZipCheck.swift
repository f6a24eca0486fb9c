import CArchive
import Files
import Words

/// Whether a .7z file may be given to libarchive, which takes as much memory as its headers say.
struct SevenZipCheck {
    private let path: Path
    private let limits: ArchiveLimits

    init(_ path: Path, _ limits: ArchiveLimits) {
        self.path = path
        self.limits = limits
    }

    /// Whether the file is one; throws where it asks for too much, or is damaged.
    func isSevenZip(_ bytes: ContainerBytes) throws(FileSystemError) -> Bool {
        let start = try bytes.bytes(at: 0, count: SevenZipHeader.startLength)
        guard start.starts(with: SevenZipHeader.magic) else { return false }
        guard let place = SevenZipHeader.place(start) else { throw damaged }
        // One without any files has no header.
        guard place.count > 0 else { return true }
        var header = try read(place, from: bytes)
        if case .packed(let packed)? = SevenZipHeader.read(header) {
            header = try unpack(packed, from: bytes)
        }
        guard case .open(let needs)? = SevenZipHeader.read(header) else { throw damaged }
        guard needs.count <= limits.entries else {
            throw ArchiveError.tooMany(path, limits.entries)
        }
        guard needs.memory <= CompressionWatch.allowed else {
            throw ArchiveError.tooMuchMemory(path, needs.memory)
        }
        return true
    }

    private var damaged: FileSystemError {
        ArchiveError.unreadable(path, tr("no header of a .7z file"))
    }

    private func read(
        _ place: SevenZipHeader.Place, from bytes: ContainerBytes
    ) throws(FileSystemError) -> [UInt8] {
        guard place.count <= SevenZipHeader.longest else {
            throw ArchiveError.tooMany(path, limits.entries)
        }
        guard place.offset <= bytes.size, place.count <= bytes.size - place.offset else {
            throw damaged
        }
        return try bytes.bytes(at: place.offset, count: Int(place.count))
    }

    private func unpack(
        _ packed: SevenZipHeader.Packed, from bytes: ContainerBytes
    ) throws(FileSystemError) -> [UInt8] {
        guard packed.count <= SevenZipHeader.longest else {
            throw ArchiveError.tooMany(path, limits.entries)
        }
        guard let beginning = packed.beginning else { throw damaged }
        guard ferry_archive_load() == 1 else { throw ArchiveError.noLibrary }
        let stream = beginning + (try read(packed.place, from: bytes)) + packed.end
        var header = [UInt8](repeating: 0, count: Int(packed.count))
        let count = header.withUnsafeMutableBytes { room in
            ferry_archive_unpack(stream, stream.count, room.baseAddress, room.count)
        }
        guard count == header.count else { throw damaged }
        return header
    }
}

extension SevenZipHeader.Packed {
    /// What makes a file of its own of it, before the packed bytes; nil for a codec that no program
    /// uses for headers. Its dictionary is as large as a header may be, whatever it says.
    fileprivate var beginning: [UInt8]? {
        switch codec {
        case SevenZipHeader.lzma:
            // A .lzma file: one byte of properties, the dictionary's size, and the contents'.
            guard let first = properties.first else { return nil }
            return [first] + SevenZipHeader.Packed.little(UInt32(SevenZipHeader.longest))
                + SevenZipHeader.Packed.little(count)
        case SevenZipHeader.lzma2:
            // The beginning of a .xz file without checksums of contents; 26 is 32 MiB.
            return XZWatch.magic + SevenZipHeader.Packed.checked([0, 0])
                + SevenZipHeader.Packed.checked([2, 0, 0x21, 1, 26, 0, 0, 0])
        default:
            return nil
        }
    }

    /// What such a file has behind the packed bytes.
    fileprivate var end: [UInt8] {
        guard codec == SevenZipHeader.lzma2 else { return [] }
        // The block's sizes, its header's among them, and how long this index is, by four.
        var index: [UInt8] =
            [0, 1] + SevenZipHeader.Packed.sevenBits(place.count &+ 12)
            + SevenZipHeader.Packed.sevenBits(count)
        index += [UInt8](repeating: 0, count: (4 - index.count % 4) % 4)
        let padding = [UInt8](repeating: 0, count: Int((4 - place.count % 4) % 4))
        let footer = SevenZipHeader.Packed.little(UInt32(index.count / 4)) + [0, 0]
        return padding + SevenZipHeader.Packed.checked(index)
            + SevenZipHeader.Packed.checksum(footer) + footer + [0x59, 0x5A]
    }

    private static func checked(_ bytes: [UInt8]) -> [UInt8] { bytes + checksum(bytes) }

    private static func sevenBits(_ number: UInt64) -> [UInt8] {
        number < 0x80 ? [UInt8(number)] : [UInt8(number & 0x7F) | 0x80] + sevenBits(number >> 7)
    }

    private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    /// CRC-32 of a few bytes (ISO 3309).
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        var crc: UInt32 = .max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
        }
        return little(~crc)
    }
}
