package import Files

/// A site that the user gave a name, or has been to.
package struct NamedSite: Hashable, Sendable {
    package var name: String
    package var site: Site
    /// Where to start; nil for the directory after the login.
    package var path: Path?
    /// A shell command whose first line of output is the password.
    package var passwordCommand: String?
    package var comment: String?

    package init(
        name: String, site: Site, path: Path? = nil, passwordCommand: String? = nil,
        comment: String? = nil
    ) {
        self.name = name
        self.site = site
        self.path = path
        self.passwordCommand = passwordCommand
        self.comment = comment
    }

    /// The URL that `SiteURL.parse` reads back: site and path, percent-encoded, without a password.
    package var url: String {
        if site.isLocal { return "file://" + NamedSite.encode((path ?? .root).bytes, keeps: "/") }
        let user = site.user.map { NamedSite.encode(Array($0.utf8), keeps: "") + "@" } ?? ""
        // A percent sign is a zone's (RFC 6874) or the name's own, and would be undone in reading.
        let name = site.host.replacing("%", with: "%25")
        let host = name.contains(":") ? "[\(name)]" : name
        let port = site.port == site.scheme.defaultPort ? "" : ":\(site.port)"
        let path = path.map { NamedSite.encode($0.bytes, keeps: "/") } ?? ""
        let query = site.query.map { "?" + $0 } ?? ""
        return "\(site.scheme.rawValue)://\(user)\(host)\(port)\(path)\(query)"
    }

    /// Percent-encodes all but RFC 3986's unreserved characters and those to be kept.
    private static func encode(_ bytes: [UInt8], keeps kept: String) -> String {
        var text = ""
        for byte in bytes {
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || "-._~".unicodeScalars.contains(scalar)
                || kept.unicodeScalars.contains(scalar)
            if isPlain {
                text.unicodeScalars.append(scalar)
            } else {
                let hex = String(byte, radix: 16, uppercase: true)
                text += "%" + (hex.count == 1 ? "0" : "") + hex
            }
        }
        return text
    }
}
