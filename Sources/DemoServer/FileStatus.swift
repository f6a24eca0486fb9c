import CLinux
import Glibc

/// What stat(2) says of an object.
struct FileStatus {
    enum Kind {
        case file, directory, link, other
    }

    let kind: Kind
    let size: UInt64
    /// Seconds since the epoch.
    let modified: Int
    /// The twelve permission bits.
    let mode: UInt32
    let owner: UInt32
    let group: UInt32
    let links: UInt64
    let device: UInt64
    let number: UInt64

    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .directory
            case S_IFLNK: .link
            default: .other
            }
        size = UInt64(clamping: status.st_size)
        modified = status.st_mtim.tv_sec
        mode = status.st_mode & 0o7777
        owner = status.st_uid
        group = status.st_gid
        links = UInt64(status.st_nlink)
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
    }
}
