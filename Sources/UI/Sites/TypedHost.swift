import Files
import Words

/// A host as a user types it without a protocol: `host`, `user@host:port/path`, `[::1]:2121`.
struct TypedHost: Hashable, Sendable {
    /// As it follows a scheme in a URL.
    private let authorityAndPath: String
    let host: String
    /// Nil where none was typed.
    let port: UInt16?

    /// Throws why the text names no host.
    init(_ text: String) throws(SiteURL.Refusal) {
        let slash = text.firstIndex(of: "/") ?? text.endIndex
        var authority = String(text[..<slash])
        let start = authority.lastIndex(of: "@").map { authority.index(after: $0) }
        let place = authority[(start ?? authority.startIndex)...]
        if !place.hasPrefix("["), place.count(where: { $0 == ":" }) > 1 {
            // An IPv6 address without the brackets that a URL wants.
            authority = authority[..<place.startIndex] + "[\(place)]"
        } else if !place.hasPrefix("["), let colon = place.firstIndex(of: ":"), start == nil,
            !place[colon...].dropFirst().allSatisfy({ $0.isASCII && $0.isNumber })
        {
            let (name, rest) = (place[..<colon], place[colon...].dropFirst())
            throw SiteURL.Refusal(
                description: tr(
                    "'\(VisibleText.make(String(name)))' is not a known site, and "
                        + "'\(VisibleText.make(String(rest)))' is not a port."))
        }
        authorityAndPath = authority + text[slash...]
        let secure = try SiteURL.parse("sftp://" + authorityAndPath).target.site
        let plain = try SiteURL.parse("ftp://" + authorityAndPath).target.site
        host = secure.comparedHost
        // Each scheme has its own where none was typed.
        port = secure.port == plain.port ? secure.port : nil
    }

    /// The URL with that protocol.
    func url(_ scheme: Site.Scheme) -> String { "\(scheme.rawValue)://\(authorityAndPath)" }

    /// For showing, without a password.
    var text: String {
        let shown = host.contains(":") ? "[\(VisibleText.make(host))]" : VisibleText.make(host)
        return shown + (port.map { ":\($0)" } ?? "")
    }

    /// Whether a text is a host rather than words to look for: it has a dot, a user or a port.
    static func isMeant(by text: String) -> Bool {
        let place = text.prefix { $0 != "/" }
        return place.lowercased() == "localhost" || place.contains { ".@:[".contains($0) }
    }

    // MARK: Protocols

    /// Those that can be chosen, the usual one among them.
    func schemes(usual: Site.Scheme) -> [Site.Scheme] {
        let offered: [Site.Scheme] = [.sftp, .ftp, .davs, .https, .ftps, .http]
        return offered.contains(usual) ? offered : [usual] + offered
    }

    /// The one that was used with this host last, else the one that the port suggests.
    func usualScheme(among choices: [SiteChoice]) -> Site.Scheme {
        let same = choices.filter {
            !$0.site.isLocal && !$0.site.scheme.namesRemote && $0.site.comparedHost == host
        }
        let inOrder =
            same.filter { $0.origin == .recent } + same.filter { $0.origin != .recent }
        if let known = inOrder.first(where: { $0.site.port == port ?? $0.site.scheme.defaultPort })
        {
            return known.site.scheme
        }
        if port == nil, let known = inOrder.first { return known.site.scheme }
        switch port {
        case 21: return .ftp
        case 80: return .http
        case 443: return .https
        case 990: return .ftps
        default: return .sftp
        }
    }
}
