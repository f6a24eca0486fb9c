package import Files
import Words

/// Why a directory is not replaced as a whole; nothing was written then.
package enum SwapRefusal: Error, Hashable {
    /// It is the root of its place.
    case root(Location)
    case link(Location)
    /// Only the target has this, and nothing may be deleted.
    case extra(Location)
    /// This is no part of the comparison: a filter hides it, say.
    case hidden(Location)
    /// Listings of its server leave out something, which nobody would know of.
    case unlisted(Location, UnlistedNames)
    /// The plan keeps something, so that what it is in stays.
    case stays(Location, in: Location)
    /// Nothing may be deleted there, or not all of it is known; the comparison tells why.
    case kept(Location)

    /// What the user is told.
    package var sentence: String {
        switch self {
        case .root(let place):
            tr(
                "\(place.text) is a root directory and cannot be renamed; name a directory inside it."
            )
        case .link(let place):
            tr(
                "\(place.text) is a link, which --swap would replace; name the directory that it leads "
                    + "to.")
        case .extra(let place):
            tr("\(place.text) is not in the source, and --swap would remove it; add --delete.")
        case .hidden(let place):
            tr(
                "\(place.text) was excluded from the comparison, and --swap would lose it; move it "
                    + "elsewhere first.")
        case .unlisted(let place, .linkNature):
            tr(
                "The server shows links in \(place.text) as what they lead to, which --swap could delete; "
                    + "keep all with --backup.")
        case .unlisted(let place, let names):
            tr(
                "The server does not list \(names.words), and --swap would lose those in \(place.text); "
                    + "keep them with --backup.")
        case .stays(let place, let target):
            tr(
                "\(place.text) must stay, so \(target.text) was not replaced; move it elsewhere first."
            )
        case .kept(let place):
            tr(
                "\(place.text) was not replaced, because something in it must stay or could not be "
                    + "compared.")
        }
    }

    /// Whether something else must be named than what was.
    package var isWrongUse: Bool {
        switch self {
        case .root, .link: true
        case .extra, .hidden, .unlisted, .stays, .kept: false
        }
    }
}
