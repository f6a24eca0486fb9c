import Disk
import Files
import Glibc

/// A directory of the user's own (0700) for one socket, whose name nobody can guess; it goes with the
/// value, and the socket with it. Its mark is locked as long: a lock ends with its process, however
/// that ends.
final class PrivateDirectory: Sendable {
    /// The file that is locked, beside the socket.
    static let mark = "owner"
    /// Names in such a directory at most: the mark, the socket, and what it is made from.
    static let contentLimit = 8

    private static let start = Array("ferry-".utf8)
    /// Characters that mkdtemp chooses.
    private static let chosen = 6

    /// Where the socket is, or is to be.
    let path: String
    private let directory: String
    /// Nil where the file system has no locks: what is left of it then stays.
    private let lock: Descriptor?

    /// In `parent`, an absolute path; `name` is the socket's, to whose path whoever makes it adds
    /// `spare` bytes for a while. Nil where that cannot be done; errno says why.
    init?(in parent: String, name: String, spare: Int = 0) {
        let end = String(repeating: "x", count: spare)
        // The socket's address has room for so many bytes only.
        guard UnixAddress("\(parent)/ferry-XXXXXX/\(name)\(end)") != nil else {
            errno = ENAMETOOLONG
            return nil
        }
        var template = Array("\(parent)/ferry-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        directory = String(
            decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        path = "\(directory)/\(name)"
        lock = try? PrivateDirectory.locked(in: directory)
    }

    deinit {
        remove()
    }

    /// Whether a directory of this kind may have the name.
    static func isName(_ bytes: [UInt8]) -> Bool {
        bytes.count == start.count + chosen && bytes.starts(with: start)
            && bytes.dropFirst(start.count).allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
                    || (0x61...0x7A).contains($0)
            }
    }

    /// The mark, which has its name only once it is locked: before, nobody takes it for a dead one's.
    private static func locked(in directory: String) throws(DiskError) -> Descriptor? {
        let folder = try DirectoryHandle(at: Path(directory))
        guard let unlocked = Name("new") else { return nil }
        let file = try folder.open(unlocked, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
        guard (try? FileLock.take(file)) == .taken else {
            try folder.removeFile(unlocked)
            return nil
        }
        guard rename("\(directory)/new", "\(directory)/\(mark)") == 0 else {
            throw DiskError(.name, errno)
        }
        return file
    }

    /// Removes it and the socket; what is not there any more is no fault.
    func remove() {
        let code = errno
        defer { errno = code }
        unlink(path)
        unlink("\(directory)/\(PrivateDirectory.mark)")
        rmdir(directory)
    }
}
