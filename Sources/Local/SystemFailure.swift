import Disk
import Files
import Glibc
import Words

/// The system's error number in words for the user.
enum SystemFailure {
    /// `number` is errno.
    static func error(_ number: CInt, _ path: Path, _ attempt: Attempt) -> FileSystemError {
        let reason = systemReason(number, small: true)
        let (kind, advice) = meaning(number)
        return FileSystemError(
            kind, path: path,
            detail: "\(attempt.failure(path.text, reason)) \(advice)")
    }

    /// A disk's refusal in words for the user.
    static func error(_ error: DiskError, _ path: Path, _ attempt: Attempt) -> FileSystemError {
        switch error.code {
        case EBUSY where error.step == .lock:
            FileSystemError(
                .busy, path: path,
                detail: tr(
                    "Another Ferry process is writing \(path.text); wait for it or stop it."),
                isTransient: true)
        case ERANGE:
            FileSystemError(
                .truncated, path: path,
                detail: tr("\(path.text) is shorter than it was; start the transfer again."))
        case ESTALE where error.step == .name:
            FileSystemError(
                .changed, path: path,
                detail: tr(
                    "The temporary file of \(path.text) was moved or replaced in the "
                        + "meantime; start the transfer again."), isTransient: true)
        case EINVAL where error.step == .open:
            FileSystemError(
                .unsupported, path: path,
                detail: tr(
                    "\(path.text) is a device, a pipe or a socket; Ferry writes regular files "
                        + "only."))
        default: self.error(error.code, path, attempt)
        }
    }

    static func interrupted(_ path: Path) -> FileSystemError {
        FileSystemError(
            .cancelled, path: path,
            detail: tr("The operation on \(path.text) was cancelled."))
    }

    private static func meaning(_ number: CInt) -> (FileSystemError.Kind, String) {
        switch number {
        case ENOENT: (.notFound, tr("Check the name; it may have been deleted."))
        case EEXIST: (.exists, tr("Choose another name."))
        case ENOTEMPTY: (.notEmpty, tr("Delete its contents first."))
        case EACCES, EPERM: (.denied, tr("Ask its owner for access, or change its permissions."))
        case EROFS: (.denied, tr("The file system is mounted read-only."))
        case ENOTDIR: (.notDirectory, tr("A component of the path is not a directory."))
        case EISDIR: (.isDirectory, tr("Choose a file in it."))
        case ENOSPC, EDQUOT: (.full, tr("Free some space and retry."))
        case ENAMETOOLONG: (.badName, tr("Choose a shorter name."))
        case EINVAL, EILSEQ: (.badName, tr("This file system does not accept such a name."))
        case ELOOP:
            (.denied, tr("There is a link in the path, and Ferry does not follow links there."))
        case EXDEV:
            (
                .unsupported,
                tr(
                    "It is on another file system; copy it, then delete the "
                        + "original.")
            )
        case EMFILE, ENFILE: (.other, tr("Too many files are open; close some programs."))
        case EIO: (.other, tr("The disk reports an error; check it."))
        default: (.other, tr("Retry, or check it in a shell."))
        }
    }
}
