package import Files

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
            return "\(name) was not copied again: another source has the same name. Rename one of "
                + "them."
        }
        let place = site.isLocal ? "this file system" : VisibleText.make(site.host)
        let otherName = other.name?.text(on: site) ?? other.text(on: site)
        // Text that is equal here may be written by other characters.
        let form = otherName == target.name?.text(on: site) ? ", in another Unicode form" : ""
        return "\(name) was not copied: on \(place) its name is the same as "
            + "'\(otherName)'\(form). Rename one of them."
    }
}
