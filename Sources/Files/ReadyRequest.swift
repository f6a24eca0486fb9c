/// A request of HTTP ready to be edited and sent by hand.
package enum ReadyRequest {
    /// A GET for a path of a site, its lines ended by LF, the head by an empty line. `path` nil is
    /// the root. Nothing secret is in it.
    package static func get(_ site: Site, _ path: Path?, isDirectory: Bool) -> String {
        let shownHost = site.host.contains(":") ? "[\(site.host)]" : site.host
        let port = site.port == site.scheme.defaultPort ? "" : ":\(site.port)"
        var target = PercentCoding.encode((path ?? .root).bytes, keeping: plain)
        if isDirectory, !target.hasSuffix("/") { target += "/" }
        if let query = site[SiteURL.query], query.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
            target += "?" + query
        }
        return """
            GET \(target) HTTP/1.1
            Host: \(VisibleText.make(shownHost))\(port)
            User-Agent: Ferry
            Accept: */*
            Connection: close


            """
    }

    /// What a path may hold as it is (RFC 3986 section 3.3).
    private static let plain = PercentCoding.Kept("!$&'()*+,;=:@/")
}
