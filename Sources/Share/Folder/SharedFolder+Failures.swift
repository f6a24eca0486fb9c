import Files
import Glibc

/// What the system's errors mean, to visitors and to whoever shares.
extension SharedFolder {
    /// For whatever a visitor may not know to be there.
    package static var notThere: Refusal {
        Refusal(.notFound, "There is no such file or directory.")
    }

    /// The refusal for an errno.
    package static func refusal(_ code: CInt) -> Refusal {
        switch code {
        case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG, EINVAL, EILSEQ, ENXIO:
            notThere
        case EACCES, EPERM, EROFS:
            Refusal(.forbidden, "The operating system does not allow that.")
        case EEXIST, ENOTEMPTY:
            Refusal(.conflict, "That name already exists.")
        case EISDIR:
            Refusal(.conflict, "That is a directory.")
        case ENOSPC, EDQUOT, EFBIG:
            Refusal(.insufficientStorage, "There is not enough space on the disk of this share.")
        case EMFILE, ENFILE, ENOMEM:
            Refusal(
                .serviceUnavailable, "This share is too busy now; retry in a moment.",
                headers: [("Retry-After", "5")])
        default:
            Refusal(.serverError, "The share's disk reports (\(String(cString: strerror(code)))).")
        }
    }

    /// Why the folder cannot be shared.
    static func failure(_ code: CInt, _ path: Path) -> FileSystemError {
        switch code {
        case ENOENT:
            FileSystemError(.notFound, path: path, detail: "There is no directory \(path.text).")
        case ENOTDIR:
            FileSystemError(
                .notDirectory, path: path,
                detail: "\(path.text) is a file; share its directory.")
        case EACCES, EPERM:
            FileSystemError(
                .denied, path: path, detail: "You do not have permission to read \(path.text).")
        default:
            FileSystemError(
                .other, path: path,
                detail: "\(path.text) cannot be shared (\(String(cString: strerror(code)))).")
        }
    }
}
