package import Files
import Transport

/// The password for a proxy; nil where there is none.
package typealias ProxyPasswordProvider = @Sendable (Proxy) -> Secret?

/// How connections to a site's server are made: straight, or through its proxy. TLS comes on top,
/// whichever it was.
struct Dialer {
    /// Seconds that a data connection may take: where a firewall swallows it, another way works.
    private static let dataSeconds = 15.0

    let site: Site
    let timeouts: Timeouts
    let interrupter: Interrupter
    let proxyPassword: ProxyPasswordProvider?

    var isThroughProxy: Bool { site.proxy != nil }

    /// The control connection.
    func connect() throws(TransportError) -> Socket {
        try connect(to: site.host, port: site.port, within: timeouts.idle)
    }

    /// A data connection to the server behind `peer`. A proxy is told the host as it was for the
    /// control connection, because only the proxy knows the address behind it.
    func connectData(to peer: SocketAddress, port: UInt16) throws(TransportError) -> Socket {
        let seconds = min(timeouts.idle, Dialer.dataSeconds)
        if isThroughProxy { return try connect(to: site.host, port: port, within: seconds) }
        return try Connector.connect(
            to: peer.at(port: port), interrupter, .after(seconds: seconds))
    }

    /// A data connection to the address that the server named, for who trusts it.
    func connectData(toNamed host: String, port: UInt16) throws(TransportError) -> Socket {
        try connect(to: host, port: port, within: min(timeouts.idle, Dialer.dataSeconds))
    }

    private func connect(
        to host: String, port: UInt16, within seconds: Double
    ) throws(TransportError) -> Socket {
        guard let proxy = site.proxy else {
            return try Connector.connect(host: host, port: port, interrupter, within: seconds)
        }
        return try ProxyTunnel.open(
            proxy, password: { proxyPassword?(proxy) }, to: host, port: port, interrupter,
            within: seconds)
    }
}
