import Disk
import Files
import Glibc
import Words

/// Says of what fails on this machine which edit it is about.
struct EditDisk {
    /// For showing.
    let file: String
    let directory: Path

    /// Runs `body`, and puts what this machine refuses into words.
    func run<Value>(
        _ body: () throws(DiskError) -> Value
    ) throws(FileSystemError) -> Value {
        do throws(DiskError) {
            return try body()
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: DiskError) -> FileSystemError {
        let place = directory.text
        switch error.code {
        case ENOSPC, EDQUOT:
            return FileSystemError(
                .full,
                detail: tr(
                    "The disk is full, so \(place) cannot hold a copy of \(file); free some "
                        + "space."))
        case ENOENT:
            return FileSystemError(
                .notFound, detail: tr("The copy of \(file) is missing from \(place)."))
        case EAGAIN where error.step == .read:
            return FileSystemError(
                .busy,
                detail: tr("The copy of \(file) is still being written; it will be sent later."),
                isTransient: true)
        case ELOOP where error.step == .open, EINVAL where error.step == .open:
            return FileSystemError(
                .unsupported, detail: tr("The copy of \(file) in \(place) is not a regular file."))
        default:
            return FileSystemError(
                .other,
                detail: tr("The copy of \(file) in \(place) cannot be used (\(error.words))."))
        }
    }
}
