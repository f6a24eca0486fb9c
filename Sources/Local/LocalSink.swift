import Disk
import Files
import Glibc

/// A local file being written: a part beside its place, or the file itself.
final class LocalSink: FileSink {
    let part: Part
    let remark: String?
    /// What is written to.
    let file: NewFile
    private let stop: StopFlag
    private let finished: (LocalSink) -> Void

    /// `finished` hears when all bytes have arrived.
    init(
        _ file: NewFile, _ part: Part, remark: String? = nil, _ stop: StopFlag,
        finished: @escaping (LocalSink) -> Void
    ) {
        self.file = file
        self.part = part
        self.remark = remark
        self.stop = stop
        self.finished = finished
    }

    func write(_ buffer: UnsafeRawBufferPointer) throws(FileSystemError) {
        do throws(DiskError) {
            try file.write(buffer) { stop.isSet }
        } catch {
            guard error.code != ECANCELED else { throw SystemFailure.interrupted(part.file) }
            throw failure(error.code)
        }
    }

    func finish() throws(FileSystemError) { finished(self) }

    /// The part stays, to be continued or discarded.
    func cancel() {}
}

extension LocalSink: FileDescriptorSink {
    var descriptor: CInt { file.descriptor.number }

    func wrote(_ count: Int) { file.advance(by: count) }

    func failure(_ code: CInt) -> FileSystemError {
        SystemFailure.error(code, part.file, .write)
    }
}
