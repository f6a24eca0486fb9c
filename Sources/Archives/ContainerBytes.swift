import Files

/// The bytes of an archive, read from where they are wanted out of a file of another file system. The
/// last few that were read are kept, so that going back by a little asks for nothing.
/// Belongs to one worker, as that file system does.
final class ContainerBytes {
    /// Bytes that are read and thrown away sooner than another range is asked for.
    static let worthReading: UInt64 = 256 << 10
    private static let smallest = 32 << 10
    private static let largest = 256 << 10
    private static let mostKept = 4

    /// Bytes that were read.
    private struct Kept {
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: ContainerBytes.largest, alignment: 64)
        var start: UInt64 = 0
        var count = 0

        func bytes(from offset: UInt64) -> UnsafeRawBufferPointer? {
            guard offset >= start, offset - start < UInt64(count) else { return nil }
            return UnsafeRawBufferPointer(rebasing: buffer[Int(offset - start)..<count])
        }
    }

    private let files: any FileSystem
    private let path: Path
    let size: UInt64
    private let stop: StopSign
    /// The one that was used last comes last.
    private var kept: [Kept] = []
    private var source: (any FileSource)?
    /// Where the source's next byte is.
    private var sourcePosition: UInt64 = 0
    /// Bytes to read at once: more and more while they are read in order.
    private var step = ContainerBytes.smallest
    /// Which state of the file is read; nil where its server does not say.
    private var version: String?

    init(_ files: any FileSystem, _ path: Path, size: UInt64, _ stop: StopSign) {
        self.files = files
        self.path = path
        self.size = size
        self.stop = stop
    }

    deinit {
        for kept in kept { kept.buffer.deallocate() }
    }

    /// Ends what is open in the container's file system, so that it can do something else; what is
    /// read next is asked for again.
    func release() {
        source?.cancel()
        source = nil
    }

    /// Those bytes, fewer only at the file's end.
    func bytes(at offset: UInt64, count: Int) throws(FileSystemError) -> [UInt8] {
        var found: [UInt8] = []
        found.reserveCapacity(count)
        while found.count < count {
            let next = try bytes(from: offset + UInt64(found.count))
            guard !next.isEmpty else { break }
            found += next.prefix(count - found.count)
        }
        return found
    }

    /// Bytes from there on, valid until the next call; none at the file's end.
    func bytes(from offset: UInt64) throws(FileSystemError) -> UnsafeRawBufferPointer {
        if stop.isSet { throw ArchiveError.stopped }
        guard offset < size else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        if let index = kept.firstIndex(where: { $0.bytes(from: offset) != nil }) {
            kept.append(kept.remove(at: index))
        } else {
            try fetch(from: offset)
        }
        return kept.last?.bytes(from: offset) ?? UnsafeRawBufferPointer(start: nil, count: 0)
    }

    private func fetch(from offset: UInt64) throws(FileSystemError) {
        if offset != sourcePosition { step = ContainerBytes.smallest }
        let source = try source(at: offset)
        var slot = kept.count < ContainerBytes.mostKept ? Kept() : kept.removeFirst()
        slot.count = 0
        defer { kept.append(slot) }
        slot.start = offset
        let room = Int(min(UInt64(step), size - offset))
        while slot.count < room {
            let count = try source.read(
                into: UnsafeMutableRawBufferPointer(rebasing: slot.buffer[slot.count..<room]))
            guard count > 0 else {
                self.source = nil
                slot.count = 0
                try source.finish()
                throw ArchiveError.shrunk(path)
            }
            slot.count += count
            sourcePosition += UInt64(count)
        }
        step = min(ContainerBytes.largest, 2 * step)
    }

    /// The open file at that place: as it is, read on to there, or asked for again.
    private func source(at offset: UInt64) throws(FileSystemError) -> any FileSource {
        if let source, offset >= sourcePosition,
            offset - sourcePosition <= ContainerBytes.worthReading,
            try skip(to: offset, in: source)
        {
            return source
        }
        release()
        let opened = try files.open(path, from: offset, version: version)
        version = version ?? opened.version
        source = opened
        sourcePosition = offset
        return opened
    }

    /// Reads what lies between; false where the file ends before.
    private func skip(
        to offset: UInt64, in source: any FileSource
    ) throws(FileSystemError) -> Bool {
        guard sourcePosition < offset else { return true }
        let room = UnsafeMutableRawBufferPointer.allocate(
            byteCount: ContainerBytes.smallest, alignment: 64)
        defer { room.deallocate() }
        while sourcePosition < offset {
            let count = try source.read(
                into: UnsafeMutableRawBufferPointer(
                    rebasing: room.prefix(Int(min(UInt64(room.count), offset - sourcePosition)))))
            guard count > 0 else { return false }
            sourcePosition += UInt64(count)
        }
        return true
    }
}
