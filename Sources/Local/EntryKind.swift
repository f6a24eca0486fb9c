import Files
import Glibc

extension stat {
    /// What it describes.
    var kind: Entry.Kind {
        switch st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .directory
        case S_IFLNK: .link
        default: .other
        }
    }
}
