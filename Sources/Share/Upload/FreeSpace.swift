import Disk
import Glibc
import Words

/// Room on the disk that a folder is on.
enum FreeSpace {
    /// Bytes that are free for Ferry's user, and used by everyone; nil where the system does not say.
    static func of(_ directory: DirectoryHandle) -> (free: UInt64, used: UInt64)? {
        var status = statvfs()
        guard fstatvfs(directory.descriptor.number, &status) == 0 else { return nil }
        let unit = UInt64(status.f_frsize)
        let used = UInt64(status.f_blocks) - min(UInt64(status.f_blocks), UInt64(status.f_bfree))
        return (
            UInt64(status.f_bavail).multipliedReportingOverflow(by: unit).partialValue,
            used.multipliedReportingOverflow(by: unit).partialValue
        )
    }

    /// Refuses ahead what cannot fit, before it is sent.
    static func check(for size: UInt64?, in directory: DirectoryHandle) throws(Refusal) {
        guard let size, let room = of(directory), size > room.free else { return }
        throw Refusal(
            .insufficientStorage,
            tr(
                "There is not enough space for \(PageWords.size(size)): the disk of this share has "
                    + "\(PageWords.size(room.free)) free."))
    }
}
