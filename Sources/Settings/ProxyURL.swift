package import Files
import Words

/// A proxy as a user writes it: `socks5://user:password@host:1080`, `http://host:3128`.
package enum ProxyURL {
    /// Why a text names no proxy: one plain sentence, without what stands in the text for a
    /// password.
    package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// `socks5`, `socks5h` and `socks` are the same, because the proxy always resolves the names.
    private static let kinds: [String: Proxy.Kind] = [
        "socks5": .socks5, "socks5h": .socks5, "socks": .socks5, "http": .http,
    ]

    /// Without a scheme, HTTP is meant, as curl and others take it. The password comes apart, so
    /// that it is never stored or shown.
    package static func parse(
        _ text: String
    ) throws(Refusal) -> (proxy: Proxy, password: Secret?) {
        var rest = text[...]
        var kind = Proxy.Kind.http
        if let separator = text.firstRange(of: "://") {
            let scheme = text[..<separator.lowerBound].lowercased()
            guard let known = kinds[scheme] else {
                throw Refusal(
                    description: tr(
                        "The proxy type '\(VisibleText.make(scheme))' is unknown; Ferry "
                            + "supports socks5://host:port and http://host:port."))
            }
            kind = known
            rest = text[separator.upperBound...]
        }
        if rest.hasSuffix("/") { rest.removeLast() }
        // The rules for user, password, host and port are those of any URL.
        let place: (target: SiteURL.Target, password: Secret?)
        do {
            place = try SiteURL.parse("ftp://\(rest)")
        } catch {
            throw Refusal(
                description: tr(
                    "The proxy must be written as socks5://user@host:port: \(error.description)"))
        }
        guard place.target.path == nil else {
            throw Refusal(description: tr("A proxy has no path; write socks5://host:port."))
        }
        var port = place.target.site.port
        if port == Site.Scheme.ftp.defaultPort, !rest.hasSuffix(":21") { port = standardPort(kind) }
        return (
            Proxy(
                kind: kind, host: place.target.site.host, port: port, user: place.target.site.user),
            place.password
        )
    }

    /// What `parse` reads back.
    static func text(of proxy: Proxy) -> String {
        var site = Site(scheme: .ftp, host: proxy.host, port: proxy.port, user: proxy.user)
        // The port is always written, because other programs take other ones when it is not.
        if site.port == site.scheme.defaultPort { site.scheme = .ftps }
        let url = NamedSite(name: "", site: site).url
        guard let separator = url.firstRange(of: "://") else { return url }
        return "\(proxy.kind.rawValue)://\(url[separator.upperBound...])"
    }

    /// IANA's for SOCKS; for HTTP the usual one.
    private static func standardPort(_ kind: Proxy.Kind) -> UInt16 {
        kind == .socks5 ? 1_080 : 8_080
    }
}
