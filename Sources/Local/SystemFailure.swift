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
