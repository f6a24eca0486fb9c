package import Files

/// A site that the user gave a name, or has been to.
package struct NamedSite: Hashable, Sendable {
    package var name: String
    package var site: Site
    /// Where to start; nil for the directory after the login.
    package var path: Path?
    /// What to start in, named from there.
    package var below: RelativePath?
    /// A shell command whose first line of output is the password.
    package var passwordCommand: String?
    package var comment: String?
    /// Seconds since the epoch; nil where it is not known.
    package var lastUsed: Int64?

    package init(
        name: String, site: Site, path: Path? = nil, below: RelativePath? = nil,
        passwordCommand: String? = nil,
        comment: String? = nil, lastUsed: Int64? = nil
    ) {
        self.name = name
        self.site = site
        self.path = path
        self.below = below
        self.passwordCommand = passwordCommand
        self.comment = comment
        self.lastUsed = lastUsed
    }

    /// The URL that `SiteURL.parse` reads back: site and path, percent-encoded, without a password.
    package var url: String {
        if site.isLocal {
            return "file://" + SiteURL.encode(path ?? .root, on: site)
        }
        let path =
            path.map { SiteURL.encode($0, on: site) } ?? below.map { SiteURL.encode($0) } ?? ""
        if site.scheme.namesRemote { return site.text + path }
        let user = site.user.map { PercentCoding.encode($0.utf8) + "@" } ?? ""
        // A percent sign is a zone's (RFC 6874) or the name's own, and would be undone in reading.
        let name = site.host.replacing("%", with: "%25")
        let host = name.contains(":") ? "[\(name)]" : name
        let port = site.port == site.scheme.defaultPort ? "" : ":\(site.port)"
        let query = site[SiteURL.query].map { "?" + $0 } ?? ""
        return "\(site.scheme.rawValue)://\(user)\(host)\(port)\(path)\(query)"
    }
}
