import FTP
import Files
import Support
import Testing

@Suite("Connections through a proxy")
struct ProxyTests {
    private func site(_ proxy: Proxy, host: String = "server", port: UInt16 = 21) -> Site {
        var site = Site(scheme: .ftp, host: host, port: port)
        site[TLSOptions.isWanted] = false
        site.proxy = proxy
        site.timeout = 10
        return site
    }

    private func proxy(_ peer: ScriptedPeer, user: String? = nil) -> Proxy {
        Proxy(kind: .http, host: "127.0.0.1", port: peer.port, user: user)
    }

    @Test("Bytes that come with the proxy's answer are the server's first")
    func leftover() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("CONNECT server:21 HTTP/1.1")
            try peer.expect("Host: server:21")
            try peer.expect("")
            try peer.send("HTTP/1.1 200 OK\r\nX: y\r\n\r\n220-wel")
            try peer.send("come\r\n220 ready\r\n")
            try peer.expect("USER anonymous", "331 password?")
            try peer.expect("PASS anonymous@", "230 in")
            try peer.setUp()
            try peer.expectGoodbye()
        }
        let client = Client(site(proxy(peer)))
        _ = try client.files.home()
        client.files.close()
        try peer.verify()
    }

    @Test("407 says that the proxy, not the server, wants a login, and no password is logged")
    func login() throws {
        let peer = try ScriptedPeer { peer in
            while try peer.line() != "" {}
            try peer.reply("HTTP/1.1 407 Who are you", "")
            try peer.expectEnd()
        }
        let client = Client(
            site(proxy(peer, user: "me")), proxyPassword: { _ in Secret("open sesame") })
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.kind == .connection)
        #expect(error?.isTransient == false)
        #expect(error?.detail.contains("proxy http://me@127.0.0.1") == true)
        #expect(error?.detail.contains("407 Who are you") == true)
        let shown = client.log.all.map(\.text) + [error?.message ?? ""]
        #expect(!shown.contains { $0.contains("sesame") || $0.contains("b3BlbiBzZXNhbWU") })
        try peer.verify()
    }

    @Test("A proxy that is not there is named")
    func unreachable() {
        let client = Client(site(Proxy(kind: .socks5, host: "127.0.0.1", port: 1)))
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.isTransient == true)
        #expect(error?.detail.contains("the proxy socks5://127.0.0.1:1") == true)
    }

    @Test("Active mode through a proxy is refused before anything is sent")
    func active() {
        var site = site(Proxy(kind: .socks5, host: "127.0.0.1", port: 1))
        site[FTPOptions.isActive] = true
        let client = Client(site)
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.kind == .unsupported)
        #expect(error?.detail.contains("cannot use active mode") == true)
        #expect(client.log.all.isEmpty)
    }

    @Test("A proxy that never answers is given up in time")
    func silence() throws {
        let peer = try ScriptedPeer { peer in
            while try peer.line() != "" {}
            try peer.expectEnd()
        }
        var slow = site(proxy(peer))
        slow.timeout = 1
        let client = Client(slow)
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.detail.contains("did not answer in time") == true)
        try peer.verify()
    }

    @Test("No byte of an upload overtakes its command through a proxy")
    func order() throws {
        let relay = try RelayProxy(.socks5)
        defer { relay.stop() }
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expectPassive()
            try peer.expect("STOR a")
            try peer.acceptData()
            try peer.reply("553 not here")
            guard try peer.receiveData().isEmpty else { throw ScriptedPeer.Mismatch("too early") }
            try peer.expectGoodbye()
        }
        let client = Client(site(relay.proxy, port: peer.port))
        let error = client.failure { () throws(FileSystemError) in
            try client.write("/a", "up", Creation(size: 2))
        }
        #expect(error?.reply == "553 not here")
        client.files.close()
        try peer.verify()
    }

    @Test(
        "Control and data go through the proxy by the host's name, EPSV first, then PASV",
        arguments: Proxy.Kind.allCases, [false, true])
    func relay(kind: Proxy.Kind, wantsLogin: Bool) throws {
        let relay = try RelayProxy(kind, wantsLogin: wantsLogin)
        defer { relay.stop() }
        let ports = PortList()
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", "213 5")
            try peer.expectPassive()
            try peer.sendFile("RETR a", "hello")
            try peer.expect("SIZE b", "213 5")
            // A port that is closed, as the proxy says.
            try peer.expect("EPSV", "229 ok (|||1|)")
            try peer.expect("PASV")
            let port = try peer.listen()
            ports.add(port)
            // An address of the server's own network leads nowhere.
            try peer.reply("227 ok (10,11,12,13,\(port >> 8),\(port & 255))")
            try peer.sendFile("RETR b", "world")
            try peer.expectGoodbye()
        }
        let client = Client(
            site(relay.proxy, port: peer.port), proxyPassword: { _ in Secret(RelayProxy.password) })
        #expect(try client.read("/a") == "hello")
        #expect(try client.read("/b") == "world")
        client.files.close()
        try peer.verify()
        #expect(relay.requests.first == "server:\(peer.port)")
        #expect(relay.requests.allSatisfy { $0.hasPrefix("server:") })
        #expect(relay.requests.suffix(2) == ["server:1", "server:\(ports.all[0])"])
        #expect(!client.log.all.contains { $0.text.contains("sesame") })
    }
}
