package import Settings

/// A site as it is to be in the sites file.
package struct SiteChange: Hashable, Sendable {
    /// The name of the one whose name and URL are changed; nil for a new one.
    package var replaced: String?
    /// The new one; of one that is replaced only the name and the URL count.
    package var site: NamedSite

    /// A new site, or another name and URL for the one that is called `replaced`.
    package init(_ site: NamedSite, replacing replaced: String? = nil) {
        self.site = site
        self.replaced = replaced
    }
}
