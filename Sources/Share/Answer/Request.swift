package import Files

/// A request's head, as far as it was checked: its path stays below the shared folder, its Host
/// is one of this share, its framing is sound.
package struct Request: Sendable {
    package var method: Method
    /// Below the shared folder; percent-decoded once, every component a `Name`.
    package var path: Path
    /// Whether the URL's path ends in `/`, as that of a directory does; the root's always.
    package var endsInSlash: Bool
    /// Path and query as they were sent; a stranger's text.
    package var target: String
    /// What is behind the first `?`, as it was sent; nil without one.
    package var query: String?
    package var headers: Headers
    /// Minor version of HTTP/1: 0, or 1 and above.
    package var minorVersion: Int
    /// Bytes of the body; 0 without one, nil where it comes in chunks.
    package var bodyLength: UInt64?
    /// The visitor's address, without a port: `192.168.1.7`.
    package var visitor: String
    /// The name that the visitor logged in with, sanitised; nil where everyone is let in.
    package var user: String?
    /// Whether the name was checked: with a PIN any will do.
    var isUserChecked = true
    /// Whether it came by TLS.
    package var isSecure: Bool
    /// Host and port under which the visitor reaches this share: `192.168.1.2:8080`; checked.
    package var authority: String
    /// Breaks the visitor's connection off, from any thread.
    package var hangUp: @Sendable () -> Void

    package init(
        method: Method, path: Path, endsInSlash: Bool = false, target: String = "",
        query: String? = nil, headers: Headers = [:], minorVersion: Int = 1,
        bodyLength: UInt64? = 0, visitor: String = "127.0.0.1", user: String? = nil,
        isSecure: Bool = false, authority: String = "localhost",
        hangUp: @escaping @Sendable () -> Void = {}
    ) {
        self.method = method
        self.path = path
        self.endsInSlash = endsInSlash || path.isRoot
        self.target = target
        self.query = query
        self.headers = headers
        self.minorVersion = minorVersion
        self.bodyLength = bodyLength
        self.visitor = visitor
        self.user = user
        self.isSecure = isSecure
        self.authority = authority
        self.hangUp = hangUp
    }

    /// `http` or `https`.
    package var scheme: String { isSecure ? "https" : "http" }

    /// Who asks, for showing: `192.168.1.7 (anna)`.
    package var visitorText: String { user.map { "\(visitor) (\($0))" } ?? visitor }

    private static func text(_ part: Substring) -> String {
        String(decoding: PercentCoding.decodeForm(part.utf8), as: UTF8.self)
    }

    /// The decoded value of the query's first `name=value`; empty for a bare `name`.
    package func parameter(_ name: String) -> String? {
        for pair in (query ?? "").split(separator: "&").prefix(100) {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = halves.first, Request.text(first) == name else { continue }
            return halves.count > 1 ? Request.text(halves[1]) : ""
        }
        return nil
    }
}
