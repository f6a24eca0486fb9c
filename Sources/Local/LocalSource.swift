import Disk
import Files
import Glibc
import Words

/// A local file being read; notices when it changes meanwhile.
final class LocalSource: FileSource {
    private let file: Descriptor
    private let path: Path
    private let stop: StopFlag
    private let opened: stat
    private var position: UInt64

    init(
        _ file: Descriptor, _ path: Path, from offset: UInt64, _ stop: StopFlag
    ) throws(FileSystemError) {
        self.file = file
        self.path = path
        self.stop = stop
        position = offset
        let status = try LocalSource.status(of: file, path)
        opened = status
        switch status.kind {
        case .file: break
        case .directory: throw SystemFailure.error(EISDIR, path, .read)
        case .link, .other:
            throw FileSystemError(
                .unsupported, path: path,
                detail: tr(
                    "\(path.text) is a device, a pipe or a socket; Ferry copies regular files "
                        + "only."))
        }
        guard let start = off_t(exactly: offset), lseek(file.number, start, SEEK_SET) == start
        else { throw SystemFailure.error(EINVAL, path, .readFrom(offset)) }
        posix_fadvise(file.number, start, 0, POSIX_FADV_SEQUENTIAL)
    }

    var size: UInt64? { UInt64(clamping: opened.st_size) }

    var fingerprint: FileFingerprint? { opened.fingerprint }

    var mode: UInt16? { UInt16(opened.st_mode & 0o7777) }

    var owner: FileOwner? { FileOwner(user: opened.st_uid, group: opened.st_gid) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileSystemError) -> Int {
        while true {
            if stop.isSet { throw SystemFailure.interrupted(path) }
            let count = Glibc.read(file.number, buffer.baseAddress, buffer.count)
            if count >= 0 {
                took(count)
                return count
            }
            guard errno == EINTR else { throw failure(errno) }
        }
    }

    func finish() throws(FileSystemError) {
        let now = try LocalSource.status(of: file, path)
        guard now.fingerprint == opened.fingerprint, position == now.size else {
            throw changed
        }
    }

    func cancel() {}

    private static func status(
        of file: Descriptor, _ path: Path
    ) throws(FileSystemError) -> stat {
        do throws(DiskError) {
            return try file.status()
        } catch {
            throw SystemFailure.error(error.code, path, .read)
        }
    }
}

extension LocalSource: FileDescriptorSource {
    var descriptor: CInt { file.number }

    var left: UInt64 { opened.size > position ? opened.size - position : 0 }

    var changed: FileSystemError {
        FileSystemError(
            .changed, path: path,
            detail: tr(
                "\(path.text) changed while it was being copied; retry when nothing writes to "
                    + "it."),
            isTransient: true)
    }

    func took(_ count: Int) { position += UInt64(count) }

    func failure(_ code: CInt) -> FileSystemError { SystemFailure.error(code, path, .read) }
}
