import Files
import Glibc
import Words

/// What the system's errors mean, to visitors and to whoever shares.
extension SharedFolder {
    /// For whatever a visitor may not know to be there.
    package static var notThere: Refusal {
        Refusal(.notFound, tr("There is no such file or directory."))
    }

    /// The refusal for an errno.
    package static func refusal(_ code: CInt) -> Refusal {
        switch code {
        case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG, EINVAL, EILSEQ, ENXIO:
            notThere
        case EACCES, EPERM, EROFS:
            Refusal(.forbidden, tr("The operating system does not allow that."))
        case EEXIST, ENOTEMPTY:
            Refusal(.conflict, tr("That name already exists."))
        case EISDIR:
            Refusal(.conflict, tr("That is a directory."))
        case ENOSPC, EDQUOT, EFBIG:
            Refusal(
                .insufficientStorage, tr("There is not enough space on the disk of this share."))
        case EMFILE, ENFILE, ENOMEM:
            Refusal(
                .serviceUnavailable, tr("This share is too busy now; retry in a moment."),
                headers: [("Retry-After", "5")])
        default:
            Refusal(
                .serverError, tr("The share's disk reports (\(systemReason(code)))."))
        }
    }

    /// Why the folder cannot be shared.
    static func failure(_ code: CInt, _ path: Path) -> FileSystemError {
        switch code {
        case ENOENT:
            FileSystemError(
                .notFound, path: path, detail: tr("There is no directory \(path.text)."))
        case ENOTDIR:
            FileSystemError(
                .notDirectory, path: path,
                detail: tr("\(path.text) is a file; share its directory."))
        case EACCES, EPERM:
            FileSystemError(
                .denied, path: path, detail: tr("You do not have permission to read \(path.text)."))
        default:
            FileSystemError(
                .other, path: path,
                detail: tr("\(path.text) cannot be shared (\(systemReason(code)))."))
        }
    }
}
