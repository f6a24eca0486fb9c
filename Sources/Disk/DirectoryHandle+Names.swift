import CLinux
package import Files
import Glibc

extension DirectoryHandle {
    /// What is in it, in the order of the disk; without `.` and `..`.
    package func names() throws(DiskError) -> [Name] {
        // Of its own, because readdir moves the position that duplicates share.
        let number = try Call.retrying(.open) {
            ferry_openat(descriptor.number, ".", O_RDONLY | O_DIRECTORY, 0)
        }
        guard let stream = fdopendir(number) else {
            let code = errno
            Glibc.close(number)
            throw DiskError(.open, code)
        }
        defer { closedir(stream) }
        var names: [Name] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if let name = Name(bytes) { names.append(name) }
        }
        guard errno == 0 else { throw DiskError(.read, errno) }
        return names
    }
}
