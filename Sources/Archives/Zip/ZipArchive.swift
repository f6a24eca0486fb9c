import Files
import Words

/// A .zip file: its directory is read in one go, and each file where it lies.
final class ZipArchive {
    private let bytes: ContainerBytes
    private let path: Path
    private let stop: StopSign
    private let limits: ArchiveLimits

    init(_ bytes: ContainerBytes, _ path: Path, _ stop: StopSign, _ limits: ArchiveLimits) {
        self.bytes = bytes
        self.path = path
        self.stop = stop
        self.limits = limits
    }

    /// Whether the file is a .zip file by its first bytes, or by its name: a program may lie before it.
    static func isZip(_ bytes: ContainerBytes, _ path: Path) throws(FileSystemError) -> Bool {
        let start = try bytes.bytes(at: 0, count: 4)
        let signatures: [[UInt8]] = [[0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6], [0x50, 0x4B, 7, 8]]
        if signatures.contains(start) { return true }
        let end = (path.name?.bytes ?? []).suffix(4).map {
            (0x41...0x5A).contains($0) ? $0 + 32 : $0
        }
        guard end == Array(".zip".utf8) || end == Array(".jar".utf8) else { return false }
        return try ZipArchive.tailEnd(bytes) != nil
    }

    /// Lets the container's file system do something else.
    func release() {
        bytes.release()
    }

    private func damaged(_ words: String) -> FileSystemError {
        ArchiveError.unreadable(path, words)
    }

    // MARK: The directory

    /// Calls `body` with each record.
    func forEach(
        _ body: (ArchiveMember, ZipPlace) throws(FileSystemError) -> Void
    ) throws(FileSystemError) {
        let end = try end()
        guard let place = end.place else { throw damaged(tr("its directory lies outside of it")) }
        guard end.count <= limits.entries else { throw ArchiveError.tooMany(path, limits.entries) }
        let directory = ZipDirectory(shift: place.shift)
        var offset = place.start
        var rest: [UInt8] = []
        while true {
            if stop.isSet { throw ArchiveError.stopped }
            var used = 0
            while let length = ZipDirectory.length(rest.dropFirst(used)),
                length <= rest.count - used
            {
                guard let entry = directory.entry(Array(rest[used..<used + length])) else {
                    throw damaged(tr("a record of its directory contradicts itself"))
                }
                try body(entry.member, entry.place)
                used += length
            }
            rest.removeFirst(used)
            // What is no record does not become one by more of it.
            guard rest.count < ZipDirectory.fixedLength || ZipDirectory.length(rest) != nil else {
                throw damaged(tr("its directory is damaged"))
            }
            guard offset < end.directoryEnd else { break }
            let count = Int(min(128 << 10, end.directoryEnd - offset))
            rest += try bytes.bytes(at: offset, count: count)
            offset += UInt64(count)
        }
        guard rest.isEmpty else { throw damaged(tr("its directory is damaged")) }
    }

    /// What the last bytes say of the end; nil where there is none.
    private static func tailEnd(_ bytes: ContainerBytes) throws(FileSystemError) -> ZipEnd.Found? {
        let reach = min(bytes.size, UInt64(ZipEnd.reach))
        let tail = try bytes.bytes(at: bytes.size - reach, count: Int(reach))
        return ZipEnd.find(tail, from: bytes.size - reach)
    }

    private func end() throws(FileSystemError) -> ZipEnd {
        switch try ZipArchive.tailEnd(bytes) {
        case .end(let end): return end
        case .wide(let place):
            if place <= bytes.size,
                let end = ZipEnd(wide: try bytes.bytes(at: place, count: 56), at: place)
            {
                return end
            }
            throw damaged(tr("its wide end is missing"))
        case nil: throw damaged(tr("no end of a .zip file"))
        }
    }

    // MARK: Files

    /// What stands at the beginning of a file's contents.
    func reader(_ place: ZipPlace, _ file: Path) throws(FileSystemError) -> ArchiveReader {
        let header = try bytes.bytes(at: min(place.offset, bytes.size), count: 30)
        guard header.count == 30, header.starts(with: [0x50, 0x4B, 3, 4]) else {
            throw ArchiveError.damaged(file, path, tr("no header where it should be"))
        }
        // The header was there, so that none of this is too much.
        let start =
            place.offset + 30 + header[26..<28].littleEndianNumber
            + header[28..<30].littleEndianNumber
        guard start <= bytes.size, place.packed <= bytes.size - start else {
            throw ArchiveError.damaged(file, path, tr("it ends behind the archive"))
        }
        try checkMemory(place, start)
        let stream = ArchiveStream(bytes, path, ZipFrame(place, start: start))
        let reader = try ArchiveReader(stream, path, stop, limits)
        guard try reader.next() != nil else {
            throw ArchiveError.damaged(file, path, tr("no header"))
        }
        return reader
    }

    /// Of methods that say in their first bytes how much they need.
    private func checkMemory(_ place: ZipPlace, _ start: UInt64) throws(FileSystemError) {
        var memory: UInt64 = 0
        switch place.method {
        case 14:
            // A version and a length, then LZMA's properties.
            memory = try bytes.bytes(at: start, count: 9).dropFirst(5).littleEndianNumber
        case 98:
            memory = (try bytes.bytes(at: start, count: 2)[...].littleEndianNumber >> 4 & 0xFF) + 1
            memory <<= 20
        default: break
        }
        guard memory <= CompressionWatch.allowed else {
            throw ArchiveError.tooMuchMemory(path, memory)
        }
    }

    /// What a link says; nothing where that cannot be unpacked.
    func text(_ place: ZipPlace, _ link: Path) throws(FileSystemError) -> [UInt8] {
        let room = min(Int(clamping: place.size), limits.pathBytes + 1)
        guard room > 0, place.flags & 1 == 0 else { return [] }
        do throws(FileSystemError) {
            return try read(room, try reader(place, link), link)
        } catch {
            guard error.kind == .truncated || error.kind == .unsupported else { throw error }
            return []
        }
    }

    private func read(
        _ room: Int, _ reader: ArchiveReader, _ link: Path
    ) throws(FileSystemError) -> [UInt8] {
        var text = [UInt8](repeating: 0, count: room)
        var count = 0
        while count < room {
            let result = text.withUnsafeMutableBytes { all in
                Result { () throws(FileSystemError) in
                    try reader.read(
                        into: UnsafeMutableRawBufferPointer(rebasing: all[count...]), of: link)
                }
            }
            let next = try result.get()
            guard next > 0 else { break }
            count += next
        }
        return Array(text.prefix(count))
    }
}
