import Files

/// Where requests go (RFC 6454 section 4). Credentials are kept to the one that they are for.
struct Origin: Hashable, Sendable {
    var isEncrypted: Bool
    /// In small letters, without brackets.
    var host: String
    var port: UInt16

    init(isEncrypted: Bool, host: String, port: UInt16) {
        self.isEncrypted = isEncrypted
        self.host = host.lowercased()
        self.port = port
    }

    init(_ site: Site) {
        self.init(
            isEncrypted: site.scheme == .https || site.scheme == .davs, host: site.host,
            port: site.port)
    }

    /// `https://host:port`, as it is sent; the port only where it is not the scheme's own.
    var url: String {
        let shownHost = host.contains(":") ? "[\(host.replacing("%", with: "%25"))]" : host
        let shownPort = port == (isEncrypted ? 443 : 80) ? "" : ":\(port)"
        return "\(isEncrypted ? "https" : "http")://\(shownHost)\(shownPort)"
    }

    /// For showing, sanitised.
    var text: String { VisibleText.make(url) }

    /// The same server as a site that speaks for itself: for judging its certificate.
    func site(like site: Site) -> Site {
        var other = site
        other.scheme = isEncrypted ? .https : .http
        other.host = host
        other.port = port
        return other
    }
}
