import NIOHTTP1
import Words

/// Makes a request of a head, or says why it is none that this share answers: its framing must be
/// unmistakable (RFC 9112, section 6), its Host one of this share, its path below the folder.
struct HeadCheck: Sendable {
    /// Where the request came in.
    struct Arrival: Sendable {
        var visitor: String
        /// Of this end of the connection: `127.0.0.1:8080`.
        var local: String
        var isSecure: Bool
        /// Whether the visitor is on this machine.
        var isNear: Bool
        var hangUp: @Sendable () -> Void
    }

    let limits: Limits
    let hosts: AnsweredHosts

    func request(_ head: HTTPRequestHead, _ arrival: Arrival) throws(Refusal) -> Request {
        let headers = Headers(head.headers.map { ($0.name, $0.value) })
        guard head.uri.utf8.count + head.method.rawValue.utf8.count <= limits.lineLength else {
            throw Refusal(.uriTooLong, tr("The URL is too long."))
        }
        let length = try HeadCheck.bodyLength(head, headers)
        let (host, target) = try HeadCheck.split(head.uri, head.method)
        let authority = try authority(host, headers, head.version, arrival.local)
        let mark = target.firstIndex(of: "?")
        let decoded = try RequestPath.decode(target[..<(mark ?? target.endIndex)])
        let query = mark.map { String(target[target.index(after: $0)...]) }
        let expectation = headers["Expect"]
        guard expectation == nil || Headers.isSame(expectation ?? "", "100-continue") else {
            throw Refusal(.expectationFailed, tr("This share does not support that Expect header."))
        }
        return Request(
            method: Method(head.method.rawValue), path: decoded.path,
            endsInSlash: decoded.endsInSlash, target: String(target), query: query,
            headers: headers, minorVersion: min(head.version.minor, 1), bodyLength: length,
            visitor: arrival.visitor, isSecure: arrival.isSecure, authority: authority,
            hangUp: arrival.hangUp)
    }

    private static func bodyLength(
        _ head: HTTPRequestHead, _ headers: Headers
    ) throws(Refusal) -> UInt64? {
        let lengths = headers.all("Content-Length")
        let codings = headers.all("Transfer-Encoding")
        if !codings.isEmpty {
            guard lengths.isEmpty, head.version.minor >= 1 else {
                throw Refusal(
                    .badRequest,
                    tr(
                        "The request gives two ways to find the end of its "
                            + "body."))
            }
            guard codings.count == 1, Headers.isSame(Headers.trimmed(codings[0]), "chunked") else {
                throw Refusal(
                    .notImplemented,
                    tr(
                        "This share only supports the transfer coding "
                            + "chunked."))
            }
            return nil
        }
        guard let text = lengths.first else { return 0 }
        guard lengths.count == 1, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let length = UInt64(text), length <= UInt64(Int64.max)
        else { throw Refusal(.badRequest, tr("The request's Content-Length is not a length.")) }
        return length
    }

    /// The host of an absolute URL, and the path with its query, without a fragment.
    private static func split(
        _ uri: String, _ method: HTTPMethod
    ) throws(Refusal) -> (String?, Substring) {
        if method == .CONNECT {
            throw Refusal(.notImplemented, tr("This share is not a proxy."))
        }
        // Who only looks may send a fragment along; what would change is not known then.
        let isSafe = Method(method.rawValue).isSafe
        let uri = isSafe ? uri[..<(uri.firstIndex(of: "#") ?? uri.endIndex)] : uri[...]
        if uri == "*" {
            guard method == .OPTIONS else {
                throw Refusal(.badRequest, tr("Only OPTIONS can use * instead of a path."))
            }
            return (nil, "/")
        }
        if uri.hasPrefix("/") { return (nil, uri) }
        for scheme in ["http://", "https://"] {
            guard Headers.isSame(uri.prefix(scheme.count), scheme) else { continue }
            let rest = uri.dropFirst(scheme.count)
            let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
            let path = rest[end...]
            return (String(rest[..<end]), path.hasPrefix("/") ? path : "/" + path)
        }
        throw Refusal(.badRequest, tr("The request's URL is neither a path nor an HTTP URL."))
    }

    /// Host and port as the visitor wrote them.
    private func authority(
        _ absolute: String?, _ headers: Headers, _ version: HTTPVersion, _ local: String
    ) throws(Refusal) -> String {
        let hosts = headers.all("Host")
        guard hosts.count <= 1, !hosts.isEmpty || version.minor == 0 else {
            throw Refusal(.badRequest, tr("The request must have one Host header."))
        }
        let authority = absolute ?? hosts.first ?? local
        guard let name = HeadCheck.hostName(authority) else {
            throw Refusal(.badRequest, tr("The request's Host is not a host name."))
        }
        try self.hosts.check(name)
        return authority
    }

    /// Without port and brackets; nil for what is no host.
    private static func hostName(_ authority: String) -> String? {
        guard authority.utf8.count <= 255 else { return nil }
        var name = Substring(authority)
        var port: Substring = ""
        if name.hasPrefix("["), let end = name.firstIndex(of: "]") {
            let rest = name[name.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
            port = rest.dropFirst()
            name = name[name.index(after: name.startIndex)..<end]
            guard Addresses.bytes(ofIPv6: String(name)) != nil else { return nil }
        } else {
            if let colon = name.firstIndex(of: ":") {
                port = name[name.index(after: colon)...]
                name = name[..<colon]
            }
            let isName = name.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
                default: false
                }
            }
            guard isName else { return nil }
        }
        guard !name.isEmpty, port.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            port.utf8.count <= 5
        else { return nil }
        return String(name.hasSuffix(".") ? name.dropLast() : name)
    }
}
