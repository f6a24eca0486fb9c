import Words

/// Reads what a user types or a script passes: `ftp://user:password@host:port/dir`, or a path.
package enum SiteURL {
    /// Why a URL was refused: one plain sentence.
    package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String

        package init(description: String) {
            self.description = description
        }
    }

    /// What a URL names.
    package struct Target: Hashable, Sendable {
        package var site: Site
        /// Nil where the URL has no path: the directory after the login.
        package var path: Path?
        /// What it names from there, or from another user's home directory: of SFTP, `/~` and `/~user`
        /// as a URL's path begins, where the tilde is not `%7E`.
        package var below: RelativePath?
        /// Whether the URL's path ended in `/`.
        package var isDirectory = false
        /// The path as a pattern, where it is one.
        package var glob: PathGlob?

        package init(
            site: Site, path: Path?, below: RelativePath? = nil, isDirectory: Bool = false,
            glob: PathGlob? = nil
        ) {
            self.site = site
            self.path = path
            self.below = below
            self.isDirectory = isDirectory
            self.glob = glob
        }

        /// With the names in the bytes that the site has for them: see `Path.typed(on:)`.
        package func typed() throws(Charset.Unencodable) -> Target {
            var target = self
            target.path = try path?.typed(on: site)
            target.below = try below?.typed(on: site)
            return target
        }
    }

    /// What follows `?` in each request to an HTTP server, as it is sent; nil for nothing. It stands in
    /// the URL, and under no key of a settings file.
    package static let query = SiteOption<String?>("query")

    /// Whether `text` starts like a URL, so that it is not taken for a path.
    package static func looksLikeURL(_ text: String) -> Bool {
        // No scheme has a colon of its own.
        guard let colon = text.utf8.firstIndex(of: 0x3A),
            text.utf8[colon...].starts(with: "://".utf8)
        else { return false }
        let scheme = text[..<colon]
        return !scheme.isEmpty
            && scheme.allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0))
            }
    }

    /// Parses a URL; a password in it comes apart, so that it is never shown again.
    package static func parse(_ text: String) throws(Refusal) -> (target: Target, password: Secret?)
    {
        guard looksLikeURL(text), let separator = text.firstRange(of: "://") else {
            throw Refusal(
                description: tr(
                    "'\(VisibleText.make(text))' is not a URL; write scheme://host/path."))
        }
        let schemeText = text[..<separator.lowerBound].lowercased()
        guard let scheme = Site.Scheme(rawValue: schemeText) else {
            let known = Site.Scheme.allCases.map(\.rawValue).joined(separator: ", ")
            throw Refusal(
                description:
                    tr(
                        "The scheme '\(VisibleText.make(schemeText))' is unknown; Ferry supports "
                            + "\(known).")
            )
        }
        var rest = text[separator.upperBound...]
        var query: Substring?
        if scheme.isHTTP {
            // A fragment is the reader's own matter (RFC 9110 section 4.2.5).
            rest = rest[..<(rest.utf8.firstIndex(of: 0x23) ?? rest.endIndex)]
            // Names of WebDAV's files are patterns as elsewhere: only `name=value` is a query there.
            if let mark = rest.utf8.firstIndex(of: 0x3F),
                ![.dav, .davs].contains(scheme) || rest.utf8[mark...].contains(0x3D)
            {
                query = rest[rest.utf8.index(after: mark)...]
                rest = rest[..<mark]
            }
        }
        let slash = rest.utf8.firstIndex(of: 0x2F) ?? rest.endIndex
        let authority = rest[..<slash]
        let pathText = rest[slash...]
        if scheme == .file {
            guard authority.isEmpty || authority == "localhost" else {
                throw Refusal(
                    description: tr("file:// URLs can only name this machine; write file:///path."))
            }
            let bytes = try decodePath(pathText, in: text)
            return (
                Target(site: .local, path: Path(bytes), isDirectory: bytes.last == 0x2F), nil
            )
        }
        var site = Site(scheme: scheme)
        if let query, !query.isEmpty { site[SiteURL.query] = try sendable(query) }
        var password: Secret?
        var hostPart = authority
        if scheme.namesRemote {
            site.host = try remoteName(authority)
            return (try target(site, pathText), nil)
        }
        if let at = authority.utf8.lastIndex(of: 0x40) {
            let login = authority[..<at]
            hostPart = authority[authority.utf8.index(after: at)...]
            let colon = login.utf8.firstIndex(of: 0x3A) ?? login.endIndex
            let user = try decodedText(login[..<colon], in: tr("the user name"))
            if !user.isEmpty { site.user = user }
            if colon < login.endIndex {
                password = Secret(
                    try decodedText(
                        login[login.utf8.index(after: colon)...], in: tr("the password")))
            }
        }
        (site.host, site.port) = try parseHost(hostPart, scheme: scheme)
        return (try target(site, pathText), password)
    }

    private static func target(_ site: Site, _ pathText: Substring) throws(Refusal) -> Target {
        let bytes = try decodePath(pathText, in: site.text)
        let glob = PathGlob(url: pathText)
        guard bytes.count > 1 || (bytes.count == 1 && pathText.count > 1) else {
            return Target(site: site, path: pathText.isEmpty ? nil : .root)
        }
        let isDirectory = bytes.last == 0x2F
        if site.scheme == .sftp, pathText.hasPrefix("/~") {
            let below = RelativePath(Array(bytes.dropFirst()))
            return Target(
                site: site, path: nil, below: below, isDirectory: isDirectory, glob: glob)
        }
        return Target(site: site, path: Path(bytes), isDirectory: isDirectory, glob: glob)
    }

    /// The path of a URL of that site, percent-encoded.
    package static func encode(_ path: Path, on site: Site) -> String {
        let text = PercentCoding.encode(path.bytes, keeping: pathCharacters)
        return site.scheme == .sftp && text.hasPrefix("/~") ? "/%7E" + text.dropFirst(2) : text
    }

    private static let pathCharacters = PercentCoding.Kept("/")

    /// The same of a path from the directory after the login.
    package static func encode(_ below: RelativePath) -> String {
        let text = PercentCoding.encode(below.bytes, keeping: pathCharacters)
        return below.user == nil ? "/~/" + text : "/" + text
    }

    /// The name of one of rclone's remotes, as rclone has them. Its connection strings may hold
    /// secrets, and so have no place in a URL.
    private static func remoteName(_ text: Substring) throws(Refusal) -> String {
        let name = try decodedText(text, in: tr("the remote's name"))
        guard isRemoteName(name) else {
            throw Refusal(
                description:
                    tr(
                        "The URL does not name an rclone remote; write rclone://REMOTE/path, with a "
                            + "name from `rclone listremotes`."))
        }
        return name
    }

    /// Whether rclone's configuration may call a remote so: letters, digits, `_-+@.` and blanks
    /// between them.
    package static func isRemoteName(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        let allowed = bytes.allSatisfy { byte in
            byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || "_-+@. ".utf8.contains(byte)
        }
        return allowed && !bytes.isEmpty && bytes.count <= 255 && bytes.first != 0x2D
            && bytes.first != 0x20 && bytes.last != 0x20
    }

    private static func parseHost(
        _ text: Substring, scheme: Site.Scheme
    ) throws(Refusal) -> (String, UInt16) {
        var host = text
        var portText: Substring?
        if text.first == "[" {
            guard let close = text.firstIndex(of: "]") else {
                throw Refusal(
                    description: tr("The IPv6 address in the URL has no closing ']'."))
            }
            host = text[text.index(after: text.startIndex)..<close]
            let after = text[text.index(after: close)...]
            if after.first == ":" {
                portText = after.dropFirst()
            } else if !after.isEmpty {
                throw Refusal(description: tr("Only ':port' or '/' may follow ']' in the URL."))
            }
        } else if let colon = text.utf8.lastIndex(of: 0x3A) {
            host = text[..<colon]
            portText = text[text.utf8.index(after: colon)...]
        }
        let decoded = try decodedText(host, in: tr("the host name"))
        let allowed = decoded.utf8.allSatisfy { byte in
            byte >= 0x80 || (0x30...0x3A).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F
                || byte == 0x25
        }
        guard !decoded.isEmpty, decoded.first != "-", allowed else {
            throw Refusal(
                description:
                    tr(
                        "'\(VisibleText.make(String(text)))' is not a host name; write "
                            + "scheme://host/path.")
            )
        }
        guard let portText, !portText.isEmpty else { return (decoded, scheme.defaultPort) }
        guard portText.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            // It may be the beginning of a password with a slash in it.
            throw Refusal(
                description:
                    tr(
                        "The text after the host's ':' is not a port; write scheme://host:port/path, "
                            + "and '/' in passwords as %2F."))
        }
        guard let port = UInt16(portText), port > 0 else {
            throw Refusal(
                description:
                    tr(
                        "The port '\(VisibleText.make(String(portText)))' is not a number from 1 to 65535."
                    )
            )
        }
        return (decoded, port)
    }

    /// A query as it is sent: what may not stand in a URL is percent-encoded (RFC 3986 section 3.4).
    private static func sendable(_ query: Substring) throws(Refusal) -> String {
        guard query.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw Refusal(
                description:
                    tr(
                        "The URL contains a control character after '?', which cannot be sent; remove "
                            + "it."))
        }
        return PercentCoding.encode(query.utf8, keeping: keptInQuery)
    }

    private static let keptInQuery = PercentCoding.Kept("%!$&'()*+,;=:@/?[]")

    private static func decodedText(
        _ text: Substring, in place: String
    ) throws(Refusal) -> String {
        let bytes = try decode(text, in: place)
        // Another text than was meant must not log in.
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            throw Refusal(
                description: tr("In the URL, \(place) is not valid UTF-8; correct it."))
        }
        return decoded
    }

    /// Percent-decodes; what a name cannot hold is refused, and each protocol refuses what it cannot send.
    private static func decodePath(
        _ text: Substring, in place: String
    ) throws(Refusal) -> [UInt8] {
        let bytes = PercentCoding.decodeLeniently(text.utf8)
        guard !bytes.contains(0) else {
            throw Refusal(
                description:
                    tr(
                        "The path in \(VisibleText.make(place)) contains a NUL, which no name can hold; "
                            + "remove it."))
        }
        return bytes
    }

    /// Percent-decodes; control bytes are refused, because they could end a command.
    private static func decode(
        _ text: Substring, in place: String
    ) throws(Refusal) -> [UInt8] {
        let bytes = PercentCoding.decodeLeniently(text.utf8)
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw Refusal(
                description:
                    tr(
                        "There is a control character in \(VisibleText.make(place)), which cannot be "
                            + "sent; remove it."))
        }
        return bytes
    }
}
