import Files
import Glibc

/// A directory of the user's own (0700) for one socket, whose name nobody can guess; it goes with the
/// value, and the socket with it.
final class PrivateDirectory: Sendable {
    /// Where the socket is, or is to be.
    let path: String
    private let directory: String

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
    }

    deinit {
        remove()
    }

    /// Removes it and the socket; what is not there any more is no fault.
    func remove() {
        let code = errno
        defer { errno = code }
        unlink(path)
        rmdir(directory)
    }
}
