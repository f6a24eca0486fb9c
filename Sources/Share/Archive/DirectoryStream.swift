import CLinux
import Disk
import Files
import Glibc

/// The names in an open folder, one after the other, in the order of the disk.
final class DirectoryStream {
    private let stream: OpaquePointer
    /// The folder, for `…at` calls; valid as long as this is.
    var descriptor: CInt { dirfd(stream) }

    /// `name` below `directory`; no link is followed. Nil with errno set where it cannot be opened.
    init?(_ name: [UInt8], in directory: CInt) {
        let number = name.withCString {
            ferry_openat(directory, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0)
        }
        guard number >= 0 else { return nil }
        guard let stream = fdopendir(number) else {
            let code = errno
            close(number)
            errno = code
            return nil
        }
        self.stream = stream
    }

    deinit {
        closedir(stream)
    }

    /// Whether the last name may be a directory's: not all disks say it.
    private(set) var mayBeDirectory = true

    /// The next that is a name; nil at the end.
    func next() throws(Refusal) -> Name? {
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw SharedFolder.refusal(errno) }
                return nil
            }
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            mayBeDirectory = [UInt8(DT_DIR), UInt8(DT_UNKNOWN)].contains(entry.pointee.d_type)
            if let name = Name(bytes) { return name }
        }
    }
}
