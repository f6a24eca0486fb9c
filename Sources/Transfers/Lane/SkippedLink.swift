import Files
import Words

/// Why a link is not copied.
enum SkippedLink {
    /// The target has no links.
    case unsupported
    case unreadable
    /// The server does not say where it leads.
    case hidden
    /// It leads out of the copied directory.
    case outside(String)
    case notRegular
    case dangling

    func sentence(_ link: Path) -> String {
        switch self {
        case .unsupported: tr("\(link) was skipped: it is a link, which the target cannot store.")
        case .unreadable: tr("\(link) was skipped: it is a link that cannot be read.")
        case .hidden:
            tr("\(link) was skipped: it may be a link, and the server does not say where it leads.")
        case .outside(let target):
            tr("\(link) was skipped: it is a link out of the copied directory, to \(target).")
        case .notRegular: tr("\(link) was skipped: it is a link to something that is not a file.")
        case .dangling: tr("\(link) was skipped: it is a link whose target does not exist.")
        }
    }
}
