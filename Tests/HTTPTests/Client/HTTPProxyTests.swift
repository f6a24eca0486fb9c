import Files
import HTTP
import Support
import Testing

@Suite("HTTP through a proxy")
struct HTTPProxyTests {
    private func site(_ scheme: Site.Scheme, _ proxy: Proxy, port: UInt16 = 80) -> Site {
        var site = Site(scheme: scheme, host: "server.invalid", port: port)
        site.proxy = proxy
        site.timeout = 10
        return site
    }

    @Test("Clear requests go to the proxy with their whole URL, logged in")
    func clear() throws {
        let peer = try ScriptedPeer { peer in
            let request = try peer.expectRequest("GET http://server.invalid/a")
            #expect(request["Proxy-Authorization"] == "Basic bWU6b3BlbiBzZXNhbWU=")
            #expect(request["Host"] == "server.invalid")
            try peer.answer("200 OK", body: "through")
        }
        let proxy = Proxy(kind: .http, host: "127.0.0.1", port: peer.port, user: "me")
        let client = WebClient(site(.http, proxy), proxyPassword: "open sesame")
        #expect(try client.read("/a") == "through")
        #expect(!client.log.whole.contains("sesame"))
        try peer.verify()
    }

    @Test(
        "TLS goes through a tunnel, and names are the proxy's to resolve",
        arguments: [Proxy.Kind.http, .socks5])
    func tunnel(_ kind: Proxy.Kind) throws {
        let certificate = try TestCertificate(names: "DNS:server.invalid")
        let folder = try TemporaryFolder()
        try folder.write(certificate.certificate, to: "ca.pem")
        let peer = try ScriptedPeer { peer in
            let handshake = try peer.encrypt(certificate)
            #expect(handshake.name == "server.invalid")
            let request = try peer.expectRequest("GET /a")
            #expect(request["Proxy-Authorization"] == nil)
            try peer.answer("200 OK", body: "through")
        }
        let relay = try RelayProxy(kind, wantsLogin: true)
        defer { relay.stop() }
        let client = WebClient(
            site(.https, relay.proxy, port: peer.port), proxyPassword: RelayProxy.password,
            trust: TrustPolicy(authorities: folder.path("ca.pem"), memory: TransientTrust()))
        #expect(try client.read("/a") == "through")
        #expect(relay.requests.last == "server.invalid:\(peer.port)")
        #expect(!client.log.whole.contains("sesame"))
        try peer.verify()
    }

    @Test("407 says that the proxy, not the server, wants a login")
    func login() throws {
        let clear = try ScriptedPeer { peer in
            _ = try peer.request()
            try peer.answer("407 Who are you")
        }
        let tunnel = try ScriptedPeer { peer in
            _ = try peer.request()
            try peer.answer("407 Who are you")
        }
        for (peer, scheme) in [(clear, Site.Scheme.http), (tunnel, .https)] {
            let proxy = Proxy(kind: .http, host: "127.0.0.1", port: peer.port)
            let error = WebClient(site(scheme, proxy)).failureToRead("/a")
            #expect(error?.kind == .connection)
            #expect(error?.isTransient == false)
            #expect(error?.detail.contains("proxy") == true, "\(String(describing: error))")
            try peer.verify()
        }
    }

    @Test("A proxy that is not there is named")
    func unreachable() {
        for kind in [Proxy.Kind.http, .socks5] {
            let client = WebClient(site(.http, Proxy(kind: kind, host: "127.0.0.1", port: 1)))
            let error = client.failureToRead("/a")
            #expect(error?.kind == .connection)
            #expect(error?.detail.contains("127.0.0.1:1") == true, "\(String(describing: error))")
        }
    }
}
