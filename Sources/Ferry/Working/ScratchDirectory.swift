import CLinux
import Glibc
import Words

/// A directory of this process's own (0700) among the temporary files, until it is removed.
struct ScratchDirectory {
    let path: String

    /// `name` is the start of its own, which nobody can guess. Throws where it cannot be made.
    init(named name: String) throws(Failure) {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/\(name)-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Failure([
                tr(
                    "A temporary directory could not be created in \(base) "
                        + "(\(systemReason(errno))).")
            ])
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Only what is in it: no link is followed.
    func remove() {
        ferry_remove_tree(path)
    }
}
