import Disk
import Files
import Glibc

/// The system's error number in words for the user.
enum SystemFailure {
    /// `action` ends the sentence "… cannot be": `read`, `written`. `number` is errno.
    static func error(_ number: CInt, _ path: Path, _ action: String) -> FileSystemError {
        let reason = String(cString: strerror(number))
        let (kind, advice) = meaning(number)
        return FileSystemError(
            kind, path: path,
            detail: "\(path.text) cannot be \(action): \(reason.lowercased()). \(advice)")
    }

    /// A disk's refusal in words for the user.
    static func error(_ error: DiskError, _ path: Path, _ action: String) -> FileSystemError {
        switch error.code {
        case EBUSY where error.step == .lock:
            FileSystemError(
                .busy, path: path,
                detail: "\(path.text) is being written by another process of Ferry; wait for it, "
                    + "or end it.", isTransient: true)
        case ERANGE:
            FileSystemError(
                .truncated, path: path,
                detail: "\(path.text) is shorter than it was; start it again.")
        case ESTALE where error.step == .name:
            FileSystemError(
                .changed, path: path,
                detail: "What was written for \(path.text) was moved or replaced meanwhile; "
                    + "start it again.", isTransient: true)
        case EINVAL where error.step == .open:
            FileSystemError(
                .unsupported, path: path,
                detail: "\(path.text) is a device, a pipe or a socket; Ferry writes plain files.")
        default: self.error(error.code, path, action)
        }
    }

    static func interrupted(_ path: Path) -> FileSystemError {
        FileSystemError(.cancelled, path: path, detail: "\(path.text) was left: cancelled.")
    }

    private static func meaning(_ number: CInt) -> (FileSystemError.Kind, String) {
        switch number {
        case ENOENT: (.notFound, "It may be gone; check the name.")
        case EEXIST: (.exists, "Choose another name.")
        case ENOTEMPTY: (.notEmpty, "Something is in it; delete that first.")
        case EACCES, EPERM: (.denied, "Ask its owner, or change its mode.")
        case EROFS: (.denied, "The file system is mounted read-only.")
        case ENOTDIR: (.notDirectory, "Part of the path is no directory.")
        case EISDIR: (.isDirectory, "Choose a file in it.")
        case ENOSPC, EDQUOT: (.full, "Make room and try again.")
        case ENAMETOOLONG: (.badName, "Choose a shorter name.")
        case EINVAL, EILSEQ: (.badName, "This file system does not take such a name.")
        case ELOOP: (.denied, "A link is in the way, and Ferry follows none there.")
        case EXDEV: (.unsupported, "It is on another file system: copy it, then delete it.")
        case EMFILE, ENFILE: (.other, "Too many files are open; close some programs.")
        case EIO: (.other, "The disk has a fault; check it.")
        default: (.other, "Try again, or look at it in a shell.")
        }
    }
}
