import CArchive
import Files
import Glibc

/// The bytes of an archive, read from where they are wanted out of a file of another file system.
/// Belongs to one worker, as that file system does.
final class ContainerBytes {
    /// Bytes that are read and thrown away sooner than another range is asked for.
    private static let worthReading: UInt64 = 256 << 10
    private static let smallest = 32 << 10
    private static let largest = 256 << 10

    private let files: any FileSystem
    private let path: Path
    let size: UInt64
    private let stop: StopSign
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: ContainerBytes.largest, alignment: 64)
    /// Where the next byte that is asked for is.
    private var position: UInt64 = 0
    private var source: (any FileSource)?
    /// Where the source's next byte is.
    private var sourcePosition: UInt64 = 0
    /// Bytes to read at once: more and more while they are read in order.
    private var step = ContainerBytes.smallest
    /// Which state of the file is read; nil where its server does not say.
    private var version: String?
    /// Why the bytes could not be read.
    private(set) var failure: FileSystemError?

    init(_ files: any FileSystem, _ path: Path, size: UInt64, _ stop: StopSign) {
        self.files = files
        self.path = path
        self.size = size
        self.stop = stop
    }

    deinit {
        buffer.deallocate()
    }

    /// Ends what is open in the container's file system, so that it can do something else; what is
    /// read next is asked for again.
    func release() {
        source?.cancel()
        source = nil
    }

    /// The next bytes, valid until the next call; none at the end, nil where `failure` says why.
    func read() -> UnsafeRawBufferPointer? {
        do throws(FileSystemError) {
            if stop.isSet { throw ArchiveError.stopped }
            guard position < size else { return UnsafeRawBufferPointer(rebasing: buffer[..<0]) }
            let source = try source(at: position)
            let room = Int(min(UInt64(step), size - position))
            let count = try source.read(
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]))
            guard count > 0 else {
                self.source = nil
                try source.finish()
                throw ArchiveError.shrunk(path)
            }
            position += UInt64(count)
            sourcePosition = position
            step = min(ContainerBytes.largest, 2 * step)
            return UnsafeRawBufferPointer(rebasing: buffer[..<count])
        } catch {
            failure = error
            release()
            return nil
        }
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
        while sourcePosition < offset {
            let room = Int(min(UInt64(buffer.count), offset - sourcePosition))
            let count = try source.read(
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]))
            guard count > 0 else { return false }
            sourcePosition += UInt64(count)
        }
        return true
    }

    /// Goes forward without reading; the bytes that were passed over.
    func skip(_ count: Int64) -> Int64 {
        guard let count = UInt64(exactly: count), count >= ContainerBytes.worthReading else {
            return 0
        }
        let passed = min(count, size - min(size, position))
        position += passed
        step = ContainerBytes.smallest
        return Int64(clamping: passed)
    }

    /// As lseek(2); nil for a place that is not in the file.
    func seek(_ offset: Int64, _ whence: CInt) -> UInt64? {
        let base: UInt64
        switch whence {
        case SEEK_SET: base = 0
        case SEEK_CUR: base = position
        case SEEK_END: base = size
        default: return nil
        }
        let (place, isTooFar) =
            offset >= 0
            ? base.addingReportingOverflow(UInt64(offset))
            : base.subtractingReportingOverflow(offset.magnitude)
        guard !isTooFar, place <= size else { return nil }
        if place != position { step = ContainerBytes.smallest }
        position = place
        return place
    }
}
