import Files
import Glibc
import Words

/// What libarchive reads: a file from its beginning, or one file of a .zip file as a .zip file of its
/// own. It is followed for the memory that unpacking takes.
final class ArchiveStream {
    private let bytes: ContainerBytes
    private let path: Path
    private let frame: ZipFrame?
    /// Bytes in all.
    private let length: UInt64
    /// Where the next byte that is asked for is.
    private var position: UInt64 = 0
    private var watch = CompressionWatch.undecided
    /// Where the next byte is that the watch has not seen.
    private var watched: UInt64 = 0
    /// Why the bytes could not be read.
    private(set) var failure: FileSystemError?

    init(_ bytes: ContainerBytes, _ path: Path) {
        self.bytes = bytes
        self.path = path
        frame = nil
        length = bytes.size
    }

    init(_ bytes: ContainerBytes, _ path: Path, _ frame: ZipFrame) {
        self.bytes = bytes
        self.path = path
        self.frame = frame
        length = frame.size
        watched = UInt64(frame.head.count)
        if !frame.isWatched { watch = .harmless }
    }

    /// Bytes of the archive that are unpacked here.
    var packed: UInt64 { frame?.count ?? length }

    /// Ends what is open in the container's file system; what is read next is asked for again.
    func release() {
        bytes.release()
    }

    /// Nothing more is read; another file of the same .zip file may go on where this one ended.
    func end() {
        if frame == nil { bytes.release() }
    }

    /// The next bytes, valid until the next call; none at the end, nil where `failure` says why.
    func read() -> UnsafeRawBufferPointer? {
        do throws(FileSystemError) {
            let next = try judged(try next())
            position += UInt64(next.count)
            return next
        } catch {
            failure = error
            release()
            return nil
        }
    }

    private func next() throws(FileSystemError) -> UnsafeRawBufferPointer {
        guard let frame else { return try bytes.bytes(from: position) }
        let head = UInt64(frame.head.count)
        if position < head { return frame.headBytes(from: Int(position)) }
        let place = position - head
        guard place < frame.count else { return frame.tailBytes(from: Int(place - frame.count)) }
        let found = try bytes.bytes(from: frame.start + place)
        guard !found.isEmpty else { throw ArchiveError.shrunk(path) }
        let count = Int(min(UInt64(found.count), frame.count - place))
        return UnsafeRawBufferPointer(rebasing: found.prefix(count))
    }

    /// As far as unpacking them takes no more memory than is allowed.
    private func judged(
        _ bytes: UnsafeRawBufferPointer
    ) throws(FileSystemError) -> UnsafeRawBufferPointer {
        guard !bytes.isEmpty, !isOutside else { return bytes }
        var bytes = bytes
        if position < watched, watch.isStrict {
            bytes = UnsafeRawBufferPointer(
                rebasing: bytes.prefix(Int(min(UInt64(bytes.count), watched - position))))
        } else if position == watched {
            switch watch.feed(bytes) {
            case .fine: break
            case .broken(let count) where count > 0:
                bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(count))
            case .broken: throw ArchiveError.unreadable(path, tr("damaged compression"))
            case .tooMuch(let memory): throw ArchiveError.tooMuchMemory(path, memory)
            }
            watched += UInt64(bytes.count)
        } else if watch.isStrict {
            throw ArchiveError.unreadable(path, tr("damaged compression"))
        }
        return bytes
    }

    /// Whether the next bytes are headers made here.
    private var isOutside: Bool {
        guard let frame else { return false }
        let head = UInt64(frame.head.count)
        return position < head || position - head >= frame.count
    }

    // MARK: Going elsewhere

    /// Goes forward without reading; the bytes that were passed over.
    func skip(_ count: Int64) -> Int64 {
        guard let count = UInt64(exactly: count), count >= ContainerBytes.worthReading else {
            return 0
        }
        let passed = min(count, length - min(length, position))
        position += passed
        return Int64(clamping: passed)
    }

    /// As lseek(2); nil for a place that is not in the file.
    func seek(_ offset: Int64, _ whence: CInt) -> UInt64? {
        let base: UInt64
        switch whence {
        case SEEK_SET: base = 0
        case SEEK_CUR: base = position
        case SEEK_END: base = length
        default: return nil
        }
        let (place, isTooFar) =
            offset >= 0
            ? base.addingReportingOverflow(UInt64(offset))
            : base.subtractingReportingOverflow(offset.magnitude)
        guard !isTooFar, place <= length else { return nil }
        position = place
        return place
    }
}
