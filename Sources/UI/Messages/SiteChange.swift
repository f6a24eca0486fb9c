package import Settings

/// A site as it is to be in the sites file.
package struct SiteChange: Hashable, Sendable {
    /// The name of the one that is changed; nil for a new one.
    package var replaced: String?
    /// The new one.
    package var site: NamedSite

    /// A new site, or what becomes of the one that is called `replaced`.
    package init(_ site: NamedSite, replacing replaced: String? = nil) {
        self.site = site
        self.replaced = replaced
    }
}
