package import Files
import Words

/// Two targets that are one place, because a server does not tell their names apart, or because both were
/// given the same one.
package struct NameMeeting: Hashable, Sendable {
    private let target: Path
    private let other: Path
    private let site: Site

    /// `target` is not written; `other` was, or was about to be.
    package init(_ target: Path, _ other: Path, on site: Site) {
        self.target = target
        self.other = other
        self.site = site
    }

    /// What has happened, and what to do.
    package var sentence: String {
        let name = target.text(on: site)
        guard other != target else {
            return tr(
                "\(name) was not copied again: another source has the same name. Rename one of "
                    + "them.")
        }
        let otherName = other.name?.text(on: site) ?? other.text(on: site)
        let host = VisibleText.make(site.host)
        // Text that is equal here may be written by other characters.
        let isOtherForm = otherName == target.name?.text(on: site)
        return switch (site.isLocal, isOtherForm) {
        case (true, false):
            tr(
                "\(name) was not copied: on this file system its name is the same as "
                    + "'\(otherName)'. Rename one of them.")
        case (true, true):
            tr(
                "\(name) was not copied: on this file system its name is the same as "
                    + "'\(otherName)', in another Unicode form. Rename one of them.")
        case (false, false):
            tr(
                "\(name) was not copied: on \(host) its name is the same as "
                    + "'\(otherName)'. Rename one of them.")
        case (false, true):
            tr(
                "\(name) was not copied: on \(host) its name is the same as "
                    + "'\(otherName)', in another Unicode form. Rename one of them.")
        }
    }
}
