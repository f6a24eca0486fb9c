import CLinux
import Files
import Glibc

/// A local file being written, under its part name.
final class LocalSink: FileSink {
    /// Bytes written in one call. The file system takes memory in pieces as large as the call, and
    /// large pieces measured twice the processor time: they are seldom at hand and never warm.
    private static let piece = 64 << 10
    /// Bytes after which the disk is told to begin with them: what it writes while more arrives,
    /// the sync at the end need not wait for.
    private static let stretch: off_t = 8 << 20

    private let file: Descriptor
    private let path: Path
    private let stop: StopFlag
    private var position: off_t
    /// Where the bytes begin that the disk has not been told of.
    private var untold: off_t

    /// Writes from `offset` on, where `file` stands already.
    init(_ file: Descriptor, _ path: Path, from offset: off_t = 0, _ stop: StopFlag) {
        self.file = file
        self.path = path
        self.stop = stop
        position = offset
        untold = offset
    }

    var descriptor: CInt? { file.number }

    func write(_ buffer: UnsafeRawBufferPointer) throws(FileSystemError) {
        var done = 0
        while done < buffer.count {
            if stop.isSet { throw LocalFileSystem.interrupted(path) }
            let rest = UnsafeRawBufferPointer(
                rebasing: buffer[done...].prefix(LocalSink.piece))
            let count = Glibc.write(file.number, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemFailure.error(errno, path, "written") }
            done += count
        }
        advance(by: done)
    }

    func didTransfer(_ count: Int) { advance(by: max(0, count)) }

    private func advance(by count: Int) {
        position += off_t(count)
        guard position - untold >= LocalSink.stretch else { return }
        // A hint only: where it fails, the sync at the end does the work and reports the error.
        _ = ferry_start_writing(file.number, Int64(untold), Int64(position - untold))
        untold = position
    }

    func finish() throws(FileSystemError) {}

    /// The part stays, to be continued or discarded.
    func cancel() {}
}
