package import Files
import Web
import Words

/// What is said to an HTTP proxy for a tunnel (RFC 9110 section 9.3.6). Does no I/O: pieces of the
/// proxy's answer in, whose end is found to the byte, because the server's bytes follow it.
package struct ConnectNegotiation {
    /// Bytes of the proxy's answer that are taken.
    package static let limit = 64 << 10

    private var head: [UInt8] = []
    /// Where the line at hand begins in `head`.
    private var lineStart = 0
    private let hasLogin: Bool

    package init(hasLogin: Bool) {
        self.hasLogin = hasLogin
    }

    /// The request for a tunnel to `host`, with Basic authentication (RFC 7617) for a user.
    package static func request(
        host: String, port: UInt16, user: String?, password: Secret?
    ) throws(TransportError) -> [UInt8] {
        guard !host.isEmpty, host.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw TransportError(
                .unresolved,
                tr(
                    "the host name contains a character that HTTP "
                        + "forbids"))
        }
        let shown = host.contains(":") ? "[\(host)]" : host
        var text = "CONNECT \(shown):\(port) HTTP/1.1\r\nHost: \(shown):\(port)\r\n"
        if let user {
            guard !user.contains(":") else {
                throw TransportError(
                    .proxyRefused, tr("HTTP does not allow a colon in a user name"))
            }
            let login = Array("\(user):\(password?.reveal() ?? "")".utf8)
            text += "Proxy-Authorization: Basic \(Base64.encode(login))\r\n"
        }
        return Array((text + "\r\n").utf8)
    }

    /// Takes a piece of the answer. Gives how many bytes of it still belonged to the answer once
    /// that was complete and granted the tunnel; nil where more of it is to come.
    package mutating func feed(_ piece: some Collection<UInt8>) throws(TransportError) -> Int? {
        var count = 0
        for byte in piece {
            count += 1
            guard head.count < ConnectNegotiation.limit else {
                throw TransportError(.proxyRefused, tr("the proxy's answer is longer than 64 KiB"))
            }
            head.append(byte)
            guard byte == 0x0A else { continue }
            let line = head[lineStart...].filter { $0 != 0x0D && $0 != 0x0A }
            let isFirst = lineStart == 0
            lineStart = head.count
            if isFirst, !line.starts(with: Array("HTTP/1.".utf8)) {
                throw TransportError(
                    .proxyRefused, tr("the service at that address does not speak HTTP"))
            }
            guard line.isEmpty else { continue }
            if try judge() { return count }
            // 1xx: the answer itself is still to come, within the same limit.
            head.removeAll()
            lineStart = 0
        }
        return nil
    }

    /// Whether the tunnel is there; false where another answer follows.
    private func judge() throws(TransportError) -> Bool {
        let line = head.prefix { $0 != 0x0D && $0 != 0x0A }
        let words = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: true)
        guard words.count >= 2, let code = Int(String(decoding: words[1], as: UTF8.self)),
            (100...599).contains(code)
        else { throw TransportError(.proxyRefused, tr("the proxy's answer cannot be read")) }
        let reply = VisibleText.make(Array(words.dropFirst().joined(separator: [0x20])), limit: 200)
        switch code {
        case 200..<300: return true
        case 100..<200: return false
        case 407:
            throw TransportError(
                .proxyRefused,
                hasLogin
                    ? tr("the proxy refused the user name and password (\(reply)); check them")
                    : tr(
                        "the proxy requires a user name and password (\(reply)); set them for this "
                            + "proxy"))
        case 403, 405:
            throw TransportError(.proxyRefused, tr("the proxy does not allow it (\(reply))"))
        default:
            throw TransportError(.proxy, tr("the proxy answered \(reply)"))
        }
    }
}
