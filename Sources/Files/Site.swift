/// Where files are: this machine, or an account on a server and how to speak to it. Holds no
/// password, so it may be stored, logged and compared; two connections may be shared only where
/// their sites are equal.
package struct Site: Hashable, Sendable, Codable {
    package var scheme: Scheme
    /// A name or an address, without brackets; empty for this machine.
    package var host: String
    package var port: UInt16
    /// Nil logs in as the protocol's anonymous user.
    package var user: String?
    /// FTP's ACCT, where a server asks for it.
    package var account: String?
    /// The charset of names that are not valid UTF-8, by its iconv name.
    package var charset: String?
    /// FTP data connections are opened by the server (PORT, EPRT).
    package var isActive = false
    /// Ports that active mode listens on; nil for any. 1…65535.
    package var activePorts: PortRange?
    /// The address that active mode tells the server, where this machine is behind a router; nil
    /// for the control connection's own.
    package var activeAddress: String?
    /// Data connections go where PASV says, rather than to the control connection's peer; nil is no.
    package var trustsPassiveAddress: Bool?
    /// What connections go through; nil for none.
    package var proxy: Proxy?
    /// Connections go through no proxy, not even the one of the environment; nil is no.
    package var isDirect: Bool?
    /// How HTTP logs in; nil takes what the server offers.
    package var authentication: Authentication?
    /// What follows `?` in each request to an HTTP server, as it is sent; nil for nothing.
    package var query: String?
    /// The HTTP URL takes uploads as an HTML form does (multipart/form-data, RFC 7578), each file
    /// under this field's name; nil where it is no form.
    package var formField: String?
    /// The paths of PEM files with the certificate, and its key, that TLS shows to the server.
    package var clientCertificate: String?
    package var clientKey: String?
    /// TLS is neither asked for nor used.
    package var isPlain = false
    /// Seconds without an answer until a connection counts as dead; 1…3600.
    package var timeout = 30

    package init(scheme: Scheme, host: String = "", port: UInt16? = nil, user: String? = nil) {
        self.scheme = scheme
        self.host = host
        self.port = port ?? scheme.defaultPort
        self.user = user
    }

    /// This machine.
    package static let local = Site(scheme: .file)

    package var isLocal: Bool { scheme == .file }

    /// Whether it is the same login on the same server, however it is spoken to.
    package func isSameAccount(as other: Site) -> Bool {
        scheme == other.scheme && host.lowercased() == other.host.lowercased()
            && port == other.port && user == other.user
    }

    /// `ftp://user@host:port`, without a path; the port only where it is not the scheme's own.
    package var text: String {
        if isLocal { return "" }
        let at = user.map { VisibleText.make($0) + "@" } ?? ""
        let shownHost = host.contains(":") ? "[\(host)]" : host
        let shownPort = port == scheme.defaultPort ? "" : ":\(port)"
        return "\(scheme.rawValue)://\(at)\(VisibleText.make(shownHost))\(shownPort)"
    }
}

/// How HTTP proves who the user is.
package enum Authentication: String, Hashable, Sendable, CaseIterable, Codable {
    /// RFC 7617 and RFC 7616.
    case basic, digest
    /// RFC 6750: the password is the token.
    case bearer
}

/// Ports from `first` to `last`, both included; never port 0.
package struct PortRange: Hashable, Sendable, Codable {
    package var first: UInt16
    package var last: UInt16

    /// Nil where there is no such range.
    package init?(first: UInt16, last: UInt16) {
        guard first > 0, first <= last else { return nil }
        self.first = first
        self.last = last
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
