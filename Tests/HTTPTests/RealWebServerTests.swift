import Files
import Glibc
import HTTP
import Support
import Testing

@Suite("Real web servers")
struct RealWebServerTests {
    private static let kinds = WebServer.Kind.allCases.filter { !$0.speaksDAV }

    /// A running server; where there can be none, a visible skip, or a failure in CI.
    private func started(
        _ kind: WebServer.Kind, login: WebServer.Login? = nil,
        certificate: TestCertificate? = nil, extra: [String] = []
    ) throws -> WebServer {
        if let obstacle = WebServer.obstacle(to: kind), !RealServer.areRequired {
            try Test.cancel("\(obstacle)")
        }
        return try WebServer(kind, login: login, certificate: certificate, extra: extra)
    }

    private func client(_ server: WebServer, password: String? = nil) -> WebClient {
        WebClient(
            server.site, password: password,
            trust: TrustPolicy(authorities: server.authorities, memory: TransientTrust()))
    }

    @Test("Files are listed, looked up, read, and read on from the middle", arguments: kinds)
    func reading(kind: WebServer.Kind) throws {
        let server = try started(kind)
        defer { server.stop() }
        let text = (0..<20_000).map { "line \($0)\n" }.joined()
        try server.root.write(text, to: "some file+é.txt")
        try server.root.makeFolder("sub dir")
        try server.root.write("", to: "sub dir/empty")
        for name in ["some file+é.txt", "sub dir", "sub dir/empty"] { try server.own(name) }
        let client = client(server)
        let file = Path("/some file+é.txt")
        let listing = try client.files.list(.root)
        #expect(Set(listing.entries.map(\.name.text)) == ["some file+é.txt", "sub dir"])
        #expect(listing.entries.first { $0.name == file.name }?.kind == .file)
        #expect(try client.files.list(Path("/sub dir")).entries.map(\.name.text) == ["empty"])

        let entry = try #require(try client.files.entry(at: file))
        #expect(entry.kind == .file)
        #expect(entry.size == UInt64(text.utf8.count))
        #expect(entry.modified?.precision == .second)
        #expect(try client.files.entry(at: Path("/sub dir"))?.kind == .directory)
        #expect(try client.files.entry(at: Path("/sub dir/empty"))?.size == 0)
        #expect(try client.files.entry(at: Path("/nothing")) == nil)

        #expect(try client.read("/some file+é.txt") == text)
        #expect(try client.read("/sub dir/empty") == "")
        let source = try client.files.open(file, from: 0)
        let version = source.version
        source.cancel()
        let rest = String(text.dropFirst(100_000))
        #expect(try client.read("/some file+é.txt", from: 100_000, version: version) == rest)
        #expect(
            try client.read("/some file+é.txt", from: UInt64(text.utf8.count), version: version)
                == "")
        #expect(client.failureToRead("/nothing")?.kind == .notFound)
    }

    @Test("Logins are answered as each server asks for them", arguments: kinds)
    func logins(kind: WebServer.Kind) throws {
        for login in kind.logins {
            let server = try started(kind, login: login)
            defer { server.stop() }
            try server.root.write("hello", to: "file")
            let client = client(server, password: WebServer.user)
            for _ in 0..<3 { #expect(try client.read("/file") == "hello") }
            let wrong = self.client(server, password: "wrong")
            #expect(wrong.failureToRead("/file")?.kind == .login)
        }
    }

    @Test("Over TLS", arguments: kinds)
    func encrypted(kind: WebServer.Kind) throws {
        let server = try started(kind, certificate: .shared())
        defer { server.stop() }
        try server.root.write("hello", to: "file")
        let client = client(server)
        #expect(try client.read("/file") == "hello")
        let stranger = WebClient(server.site)
        #expect(stranger.failureToRead("/file")?.question != nil)
    }

    @Test("A file that changed is not continued", arguments: kinds)
    func changed(kind: WebServer.Kind) throws {
        let server = try started(kind)
        defer { server.stop() }
        try server.root.write(String(repeating: "a", count: 1_000), to: "file")
        // A time long past is a sure one.
        let time = timeval(tv_sec: 1_600_000_000, tv_usec: 0)
        #expect(utimes(server.root.path("file"), [time, time]) == 0)
        let client = client(server)
        let source = try client.files.open(Path("/file"), from: 0)
        let version = source.version
        source.cancel()
        try server.root.write(String(repeating: "b", count: 2_000), to: "file")
        #expect(version != nil)
        // lighttpd goes on for a second with what it knew of the file.
        let deadline = Deadline(seconds: 20)
        var error: FileSystemError?
        repeat {
            error = client.failureToRead("/file", from: 500, version: version)
        } while error == nil && deadline.isOpen
        #expect(error?.kind == .changed)
    }

    @Test(
        "Large and small files are put, logged in, and read back",
        arguments: [WebServer.Kind.apacheDAV, .rcloneDAV])
    func writing(kind: WebServer.Kind) throws {
        for login in [nil] + kind.logins.map(Optional.some) {
            let server = try started(kind, login: login)
            defer { server.stop() }
            let client = client(server, password: WebServer.user)
            for (name, size) in [("small", 5), ("large", 3 << 20), ("empty", 0)] {
                let text = String(repeating: "x", count: size)
                let creation = Creation(size: UInt64(size))
                try client.write("/\(name)", text, creation)
                try client.commit(
                    "/\(name)", creation, size: UInt64(size), inPlace: false)
                #expect(server.root.read(name)?.count == size)
                #expect(try client.read("/\(name)").utf8.count == size)
            }
        }
    }

    @Test("A client certificate is shown to whoever asks for one")
    func clientCertificate() throws {
        let own = try TestCertificate(subject: "me")
        let folder = try TemporaryFolder(isOpen: true)
        try folder.write(own.certificate, to: "me.pem")
        try folder.write(own.key, to: "me.key")
        let server = try started(
            .nginx, certificate: .shared(),
            extra: ["ssl_client_certificate \(folder.path("me.pem"));", "ssl_verify_client on;"])
        defer { server.stop() }
        try server.root.write("hello", to: "file")
        #expect(client(server).failureToRead("/file")?.reply?.hasPrefix("400") == true)
        for (name, key) in [("me.pem", "me.key"), ("me.pem", "nowhere"), ("nowhere", "me.key")] {
            var site = server.site
            site[HTTPOptions.clientCertificate] = folder.path(name)
            site[HTTPOptions.clientKey] = folder.path(key)
            let client = WebClient(
                site,
                trust: TrustPolicy(authorities: server.authorities, memory: TransientTrust()))
            if name != "nowhere", key != "nowhere" {
                #expect(try client.read("/file") == "hello")
            } else {
                let error = client.failureToRead("/file")
                #expect(error?.kind == .security)
                #expect(
                    error?.detail.contains("client certificate") == true, "\(error?.detail ?? "")")
            }
        }
    }

    @Test("HTTP/2 is spoken where the server has it")
    func newer() throws {
        let server = try started(.caddy, certificate: .shared())
        defer { server.stop() }
        try server.root.write("hello", to: "file")
        let client = client(server)
        #expect(try client.read("/file") == "hello")
        #expect(client.log.texts(.received).contains { $0.hasPrefix("HTTP/2 200") })
        #expect(client.files.isConnected)
        #expect(client.files.security != nil)
    }
}
