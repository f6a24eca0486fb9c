/// Where files are: this machine, or an account on a server and how to speak to it. Holds no
/// password, so it may be stored, logged and compared; two connections may be shared only where
/// their sites are equal.
package struct Site: Hashable, Sendable {
    package var scheme: Scheme
    /// A name or an address, without brackets; empty for this machine. For rclone, the remote's name.
    package var host: String
    package var port: UInt16
    /// Nil logs in as the protocol's anonymous user.
    package var user: String?
    /// The charset of names that are not valid UTF-8, by its iconv name.
    package var charset: String?
    /// What connections go through; nil for none.
    package var proxy: Proxy?
    /// Connections go through no proxy, not even the one of the environment; nil is no.
    package var isDirect: Bool?
    /// Seconds without an answer until a connection counts as dead; 1…3600.
    package var timeout = 30
    /// What only sites of its protocol say, by keys that the protocol declares.
    package var options = SiteOptions()
    /// The archive on it that is entered like a directory: paths are then those in the archive. Nil for
    /// the site itself.
    package var archive: Path?
    /// The charset of names in that archive that are not valid UTF-8, by its iconv name.
    package var archiveCharset: String?

    package init(scheme: Scheme, host: String = "", port: UInt16? = nil, user: String? = nil) {
        self.scheme = scheme
        self.host = host
        self.port = port ?? scheme.defaultPort
        self.user = user
    }

    /// This machine.
    package static let local = Site(scheme: .file)

    /// Whether paths are this machine's own.
    package var isLocal: Bool { scheme == .file && archive == nil }

    /// Whether it is a server, or an archive on one.
    package var isRemote: Bool { scheme != .file }

    /// Connections that may carry jobs at once; nil where only servers limit them. An archive is read
    /// from its beginning to its end, by one.
    package var connectionLimit: Int? { archive == nil ? scheme.connectionLimit : 1 }

    /// The site that an archive lies on; for others the site itself.
    package var container: Site {
        var site = self
        site.archive = nil
        site.archiveCharset = nil
        return site
    }

    /// What the site says under a protocol's key, or what holds where it says nothing.
    package subscript<Value>(_ option: SiteOption<Value>) -> Value {
        get { options[option] }
        set { options[option] = newValue }
    }

    /// Of what tells nearly all sites apart: sites are looked up for every file.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(host)
        hasher.combine(port)
        hasher.combine(user)
        hasher.combine(archive)
    }

    /// Whether it is the same login on the same server, however it is spoken to.
    package func isSameAccount(as other: Site) -> Bool {
        scheme == other.scheme && comparedHost == other.comparedHost
            && port == other.port && user == other.user
    }

    /// The host as it is compared with others: case counts only in the names of rclone's remotes.
    package var comparedHost: String { scheme.namesRemote ? host : host.lowercased() }

    /// `ftp://user@host:port`, without a path; the port only where it is not the scheme's own.
    package var text: String {
        if let archive { return container.text + archive.text(on: container) }
        if isLocal { return "" }
        if scheme.namesRemote {
            return "\(scheme.rawValue)://\(VisibleText.make(host.replacing(" ", with: "%20")))"
        }
        let at = user.map { VisibleText.make($0) + "@" } ?? ""
        let shownHost = host.contains(":") ? "[\(host)]" : host
        let shownPort = port == scheme.defaultPort ? "" : ":\(port)"
        return "\(scheme.rawValue)://\(at)\(VisibleText.make(shownHost))\(shownPort)"
    }
}

/// A path on a site.
package struct Location: Hashable, Sendable {
    package var site: Site
    package var path: Path

    package init(site: Site, path: Path) {
        self.site = site
        self.path = path
    }

    /// For showing only: the site and the path, sanitised, without a password.
    package var text: String { site.text + path.text(on: site) }
}
