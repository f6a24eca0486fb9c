import Files
import Glibc

/// A local file being written, under its part name.
final class LocalSink: FileSink {
    private let file: Descriptor
    private let path: Path
    private let stop: StopFlag

    init(_ file: Descriptor, _ path: Path, _ stop: StopFlag) {
        self.file = file
        self.path = path
        self.stop = stop
    }

    var descriptor: CInt? { file.number }

    func write(_ buffer: UnsafeRawBufferPointer) throws(FileSystemError) {
        var done = 0
        while done < buffer.count {
            if stop.isSet { throw LocalFileSystem.interrupted(path) }
            let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
            let count = Glibc.write(file.number, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemFailure.error(errno, path, "written") }
            done += count
        }
    }

    func didTransfer(_ count: Int) {}

    func finish() throws(FileSystemError) {}

    /// The part stays, to be continued or discarded.
    func cancel() {}
}
