/// A proxy that connections go through. Holds no password, so it may be stored and logged.
package struct Proxy: Hashable, Sendable, Codable {
    package enum Kind: String, Sendable, Codable, CaseIterable {
        /// RFC 1928; the proxy resolves names.
        case socks5
        /// HTTP's CONNECT (RFC 9110 section 9.3.6).
        case http
    }

    package var kind: Kind
    package var host: String
    package var port: UInt16
    package var user: String?

    package init(kind: Kind, host: String, port: UInt16, user: String? = nil) {
        self.kind = kind
        self.host = host
        self.port = port
        self.user = user
    }

    /// `socks5://user@host:port`, sanitised.
    package var text: String {
        let at = user.map { VisibleText.make($0) + "@" } ?? ""
        let shownHost = host.contains(":") ? "[\(host)]" : host
        return "\(kind.rawValue)://\(at)\(VisibleText.make(shownHost)):\(port)"
    }
}
