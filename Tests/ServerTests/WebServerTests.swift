import Files
import Glibc
import Support
import Testing

@Suite("The web servers to test against")
struct WebServerTests {
    @Test(
        "Each gives its index and a file, and is gone when stopped",
        arguments: WebServer.Kind.allCases)
    func startAndStop(kind: WebServer.Kind) throws {
        let server = try startedServer(kind)
        try server.root.write("hello", to: "some file.txt")
        #expect(try curl(server, "/some%20file.txt").text == "hello")
        #expect(try curl(server, "/", ["-L"]).text.contains("some"))
        server.stop()
        #expect(try curl(server, "/").code == 7)
        try server.start()
        #expect(try curl(server, "/some%20file.txt").text == "hello")
    }

    @Test("Each that can asks who comes", arguments: WebServer.Kind.allCases)
    func login(kind: WebServer.Kind) throws {
        for login in kind.logins {
            let server = try startedServer(kind, login: login)
            try server.root.write("hello", to: "file")
            let status = ["-o", "/dev/null", "-w", "%{http_code}"]
            #expect(try curl(server, "/file", status).text == "401")
            let name = WebServer.user
            let user = ["--\(login.rawValue)", "-u", "\(name):\(name)"]
            #expect(try curl(server, "/file", user).text == "hello", "\(login)")
            let wrong = ["--\(login.rawValue)", "-u", "\(name):wrong"]
            #expect(try curl(server, "/file", wrong + status).text == "401")
        }
    }

    @Test("Each speaks TLS with the tests' certificate", arguments: WebServer.Kind.allCases)
    func encrypted(kind: WebServer.Kind) throws {
        let server = try startedServer(kind, certificate: .shared())
        try server.root.write("hello", to: "file")
        let authority = try #require(server.authorities)
        #expect(try curl(server, "/file", ["--cacert", authority]).text == "hello")
        #expect(try curl(server, "/file").code == 60)
    }

    @Test(
        "Those that can take a file, as the test user",
        arguments: [
            WebServer.Kind.nginxWritable, .apacheDAV, .rcloneDAV,
        ])
    func put(kind: WebServer.Kind) throws {
        let server = try startedServer(kind)
        let folder = try TemporaryFolder()
        try folder.write("what is new", to: "new")
        #expect(try curl(server, "/new", ["-fT", folder.path("new")]).code == 0)
        #expect(server.root.read("new") == Array("what is new".utf8))
        var status = stat()
        stat(server.root.path("new"), &status)
        #expect(status.st_uid != 0)
    }

    private func curl(
        _ server: WebServer, _ path: String, _ options: [String] = []
    ) throws -> CommandOutput {
        try CommandOutput(["curl", "-qsS", "--noproxy", "*"] + options + [server.url(path)])
    }
}

/// A running server; where there can be none, a visible skip, or a failure in CI.
func startedServer(
    _ kind: WebServer.Kind, login: WebServer.Login? = nil, certificate: TestCertificate? = nil,
    extra: [String] = [], isInMemory: Bool = false
) throws -> WebServer {
    if let obstacle = WebServer.obstacle(to: kind), !RealServer.areRequired {
        try Test.cancel("\(obstacle)")
    }
    return try WebServer(
        kind, login: login, certificate: certificate, extra: extra, isInMemory: isInMemory)
}
