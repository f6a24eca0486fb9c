import Files
import HTTP
import Support
import Testing

@Suite("Log-ins, redirections and certificates of real web servers")
struct WebLoginTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let kind: WebServer.Kind
        let login: WebServer.Login

        var testDescription: String { "\(kind), \(login.rawValue)" }

        static let all = WebServer.Kind.allCases.flatMap { kind in
            kind.logins.map { Case(kind: kind, login: $0) }
        }
    }

    /// The user and the password as Basic sends them.
    private static let encoded = "ZmVycnl0ZXN0OmZlcnJ5dGVzdA=="

    @Test("The password opens the door, and is in no log", arguments: Case.all)
    func login(one: Case) throws {
        let bank = try WebBank(one.kind, login: one.login)
        try bank.server.root.write("hello", to: "some file")
        #expect(try bank.list().map(\.name.text) == ["some file"])
        #expect(try bank.get("some file") == Array("hello".utf8))
        #expect(try bank.get("some file", from: 3) == Array("lo".utf8))
        #expect(!bank.log.text.contains(WebLoginTests.encoded))
        #expect(bank.log.lines.filter { $0.code == 401 }.count <= 2)
    }

    @Test("A wrong password is said to be wrong", arguments: Case.all)
    func wrongPassword(one: Case) throws {
        let bank = try WebBank(one.kind, login: one.login, password: "wrong")
        let error = failure { _ = try bank.list() }
        #expect(error?.kind == .login)
        #expect(error?.message.contains("127.0.0.1") == true)
        #expect(error?.message.contains("wrong") != true)
    }

    @Test("A redirection within the server is followed")
    func redirected() throws {
        let bank = try WebBank(
            .nginx, login: .basic,
            extra: ["location = /moved { return 302 /here; }"])
        try bank.server.root.write("hello", to: "here")
        #expect(try bank.get("moved") == Array("hello".utf8))
    }

    @Test("Another server is not told the password")
    func elsewhere() throws {
        let other = try startedServer(
            WebServer.Kind.nginx,
            extra: ["location = /echo { return 200 \"[$http_authorization]\"; }"])
        let bank = try WebBank(
            .nginx, login: .basic,
            extra: ["location = /moved { return 302 \(other.url("/echo")); }"])
        try bank.server.root.write("hello", to: "file")
        #expect(try bank.get("file") == Array("hello".utf8))
        #expect(try bank.get("moved") == Array("[]".utf8))
        #expect(try bank.get("file") == Array("hello".utf8))
    }

    @Test("From TLS none leads into the clear, and none leads around for ever")
    func refusedRedirections() throws {
        let clear = try startedServer(WebServer.Kind.nginx)
        try clear.root.write("hello", to: "file")
        let bank = try WebBank(
            .nginx, certificate: .shared(),
            extra: [
                "location = /down { return 302 \(clear.url("/file")); }",
                "location = /loop { return 302 /loop; }",
                "location = /long { rewrite ^ /long1 redirect; }",
                "location ~ ^/long(1*)$ { return 302 /long1$1; }",
                "location = /local { return 302 file:///etc/passwd; }",
            ])
        #expect(failure { _ = try bank.get("down") }?.kind == .security)
        for name in ["loop", "long", "local"] {
            let error = failure { _ = try bank.get(name) }
            #expect(error != nil, "\(name)")
            #expect(error?.message.contains(name) == true)
        }
    }

    @Test("TLS with an authority that is known", arguments: WebServer.Kind.allCases)
    func encrypted(kind: WebServer.Kind) throws {
        let bank = try WebBank(kind, certificate: .shared())
        try bank.server.root.write(Bank.noise(300_000), to: "file")
        #expect(try bank.list().map(\.name.text) == ["file"])
        let source = try bank.files.open(bank.path("file"), from: 0)
        #expect(try Bank.read(source, limit: 1_000).count >= 1_000)
        guard case .tls(let state) = bank.files.security else {
            Issue.record("not encrypted")
            return
        }
        source.cancel()
        #expect(try bank.get("file") == Bank.noise(300_000))
        #expect(state.version.hasPrefix("TLS 1."))
        #expect(state.voucher == .authority)
        let speaksTwo =
            !kind.speaksDAV && ([.nginx, .nginxWritable, .caddy].contains(kind) || kind.isApache)
        if speaksTwo { #expect(bank.log.text.contains("HTTP/2 200")) }
    }

    @Test(
        "A certificate that nobody vouches for is a question, and the answer holds",
        arguments: [WebServer.Kind.nginx, .apacheDAV])
    func unknownCertificate(kind: WebServer.Kind) throws {
        let certificate = try TestCertificate.shared()
        let memory = TransientTrust()
        let bank = try WebBank(
            kind, certificate: certificate, memory: memory, isTrusted: false)
        try bank.server.root.write("hello", to: "file")
        let error = failure { _ = try bank.get("file") }
        #expect(error?.kind == .security)
        guard case .certificate(.untrusted(let shown, _)) = error?.question else {
            Issue.record("nothing is asked")
            return
        }
        #expect(try shown.fingerprint == certificate.fingerprint)
        memory.update(bank.files.site) { $0.trusted = shown.fingerprint }
        #expect(try bank.get("file") == Array("hello".utf8))
    }
}
