import Files
import Glibc
import Support
import Testing

@Suite("Ferry and a server whose certificate nobody vouches for")
struct TrustRunTests {
    private let server: RealServer
    private let folder: TemporaryFolder

    init() throws {
        if let obstacle = RealServer.obstacle(to: .vsftpd), !RealServer.areRequired {
            try Test.cancel("\(obstacle)")
        }
        server = try RealServer(.vsftpd, tls: ServerTLS(.shared()))
        try server.root.write("hello", to: "hello.txt")
        try server.own("hello.txt")
        folder = try Ferry.folder()
    }

    private var url: String { "ftp://\(RealServer.user)@127.0.0.1:\(server.port)/" }

    private func run(_ arguments: [String]) throws -> Outcome {
        try Outcome(arguments, environment: ["FERRY_PASSWORD": RealServer.user], in: folder)
    }

    @Test("A command fails with the certificate and what to do, and goes on as it is told")
    func command() throws {
        let refused = try run(["ls", url])
        #expect(refused.code == 1)
        for part in [
            "is not trusted", "    subject  CN=localhost", "    issuer   CN=localhost",
            "    names    ", "    valid    20", "    SHA-256  ", "--ca FILE", "--insecure",
        ] {
            #expect(refused.errors.contains(part), "\(part)")
        }
        #expect(try run(["get", url + "hello.txt"]).errors.contains("    SHA-256  "))
        let authorities = try #require(server.authorities)
        #expect(try run(["ls", "--ca", authorities, url]).output == "hello.txt\n")
        let insecure = try run(["ls", "--insecure", url])
        #expect(insecure.output == "hello.txt\n")
        #expect(insecure.errors.contains("certificates are not checked"))
    }

    @Test("A command asks on the terminal, wherever its input and its data lead")
    func terminal() throws {
        let terminal = try PseudoTerminal(
            ["sh", "-c", "\"$@\" </dev/null >out 2>err", "sh", Ferry.path, "ls", url],
            environment: Ferry.environment(folder).merging(["FERRY_PASSWORD": RealServer.user]) {
                $1
            }, directory: folder.path("here"))
        try terminal.waitFor("SHA-256")
        try terminal.waitFor("Trust it [o]nce, [a]lways or [n]ot at all?")
        terminal.send("o\r")
        #expect(try terminal.waitForEnd() == .exited(0))
        #expect(folder.read("here/out") == Array("hello.txt\n".utf8))
        #expect(folder.read("here/err") == [])
    }

    @Test("The screen asks; what is trusted for the site is known to commands afterwards")
    func screen() throws {
        let ferry = try Ferry(
            [url], environment: ["FERRY_PASSWORD": RealServer.user], in: folder)
        try ferry.terminal.waitFor("Untrusted certificate")
        try ferry.terminal.waitFor("> n  Do not connect")
        ferry.terminal.send("a")
        try ferry.waitForRight("hello.txt")
        try ferry.terminal.waitFor("TLS1.3 ✓")
        ferry.terminal.send("q")
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
        let known = String(decoding: folder.read("state/ferry/known_servers") ?? [], as: UTF8.self)
        #expect(known.contains("127.0.0.1 \(server.port) tls"))
        #expect(known.contains("trusted="))
        #expect(try run(["ls", url]).output == "hello.txt\n")
    }

    @Test("Another certificate than the trusted one is an alarm")
    func changed() throws {
        try folder.makeFolder("state")
        try folder.makeFolder("state/ferry")
        let other = String(repeating: "ab", count: 32)
        try folder.write(
            "127.0.0.1 \(server.port) tls trusted=\(other)\n", to: "state/ferry/known_servers")
        let refused = try run(["ls", url])
        #expect(refused.code == 1)
        #expect(refused.errors.contains("ALARM"))
        #expect(refused.errors.contains("known    AB:AB:"))
        let ferry = try Ferry(
            [url], environment: ["FERRY_PASSWORD": RealServer.user], in: folder)
        try ferry.terminal.waitFor("ALARM")
        try ferry.terminal.waitFor("AB:AB:AB")
        try ferry.terminal.waitFor("> n  Do not connect")
        ferry.terminal.send("\r")
        try ferry.terminal.waitFor("You declined")
        ferry.terminal.send("q")
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
    }

    @Test("A transfer whose server is not trusted yet goes on once it is")
    func transfer() throws {
        try folder.write("up", to: "here/up.txt")
        let ferry = try Ferry(
            [url], environment: ["FERRY_PASSWORD": RealServer.user], in: folder)
        try ferry.terminal.waitFor("> n  Do not connect")
        ferry.terminal.send("o")
        try ferry.waitForRight("hello.txt")
        ferry.terminal.send(.tab)
        try ferry.select("hello.txt")
        ferry.terminal.send(.f5)
        try ferry.terminal.waitFor("Copy 'hello.txt'")
        ferry.terminal.send(.enter)
        try ferry.terminal.waitFor("All transfers have finished")
        ferry.terminal.send("q")
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
        #expect(folder.read("here/hello.txt") == Array("hello".utf8))
    }
}
