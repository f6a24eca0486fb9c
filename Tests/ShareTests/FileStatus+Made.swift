import Glibc

@testable import Share

extension FileStatus {
    /// Of no file that there is.
    static func made(kind: Kind, size: UInt64 = 0, modified: Int64 = 0) -> FileStatus {
        var status = stat()
        status.st_mode = kind == .directory ? S_IFDIR : S_IFREG
        status.st_size = off_t(clamping: size)
        status.st_mtim = timespec(tv_sec: Int(modified), tv_nsec: 0)
        return FileStatus(status)
    }
}
