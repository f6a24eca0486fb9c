import Files
import Glibc
import Support
import Testing

@Suite("Questions of a command's login, and a command that is ended at them")
struct EndedLoginRunTests {
    private let server: SSHServer
    private let folder: TemporaryFolder

    init() throws {
        server = try SSHServer.started()
        try server.root.makeFolder("sub")
        try server.root.write("hello", to: "sub/hello.txt")
        try server.own("sub")
        try server.own("sub/hello.txt")
        folder = try Ferry.folder()
        try folder.write("local", to: "here/local.txt")
    }

    private var url: String {
        "sftp://\(SSHServer.user)@127.0.0.1:\(server.port)\(server.startPath)/sub"
    }

    /// A command in a terminal; the server is written as URL.
    private func terminal(
        _ client: SSHClientFolder, _ arguments: [String]
    ) throws -> PseudoTerminal {
        try PseudoTerminal(
            [Ferry.path] + arguments.map { $0.replacing("URL", with: url) },
            environment: Ferry.environment(folder).merging(["FERRY_SSH": client.command]) { $1 },
            directory: folder.path("here"))
    }

    @Test(
        "A new host key is asked about once, and written into known_hosts",
        arguments: [
            ["ls", "URL"], ["stat", "URL/hello.txt"], ["cat", "URL/hello.txt"],
            ["get", "URL/hello.txt"], ["get", "-r", "URL"], ["put", "local.txt", "URL/new"],
            ["cp", "URL/hello.txt", "URL/copy"], ["mv", "URL/hello.txt", "URL/moved"],
            ["rm", "URL/hello.txt"], ["rm", "-r", "URL"], ["mkdir", "URL/made"],
            ["chmod", "600", "URL/hello.txt"], ["ln", "hello.txt", "URL/link"],
            ["checksum", "URL/hello.txt"], ["find", "URL"], ["du", "URL"],
        ])
    func newKey(arguments: [String]) throws {
        let client = try SSHClientFolder(server, knownHost: .missing)
        let terminal = try terminal(client, arguments)
        try terminal.waitFor("SHA256:")
        try terminal.waitFor("[t]rust it")
        terminal.send("t\r")
        #expect(try terminal.waitForEnd() == .exited(0), "\(terminal.screen.text)")
        #expect(client.knownHosts.contains("[127.0.0.1]:\(server.port)"))
        #expect(Leftovers.of(folder) == [])
    }

    @Test("A new host key that is declined is not trusted", arguments: ["n\r", "\r", "\u{4}"])
    func declined(answer: String) throws {
        let client = try SSHClientFolder(server, knownHost: .missing)
        let terminal = try terminal(client, ["ls", "URL"])
        try terminal.waitFor("[t]rust it")
        terminal.send(answer)
        #expect(try terminal.waitForEnd() == .exited(1))
        #expect(client.knownHosts.isEmpty)
        #expect(Leftovers.of(folder) == [])
    }

    /// How a command is ended.
    enum End: CaseIterable, Sendable {
        case interrupt, terminate, hangUp
    }

    private func end(_ terminal: PseudoTerminal, _ end: End) throws {
        switch end {
        case .interrupt: terminal.send("\u{3}")
        case .terminate: terminal.signal(SIGTERM)
        case .hangUp: terminal.signal(SIGHUP)
        }
        let number = [End.interrupt: SIGINT, .terminate: SIGTERM, .hangUp: SIGHUP][end]
        #expect(try terminal.waitForEnd() == .killed(signal: Int(try #require(number))))
        #expect(terminal.isCooked)
        #expect(Leftovers.of(folder) == [])
    }

    @Test("Ended at a password, a command leaves nothing running", arguments: End.allCases)
    func atPassword(how: End) throws {
        let client = try SSHClientFolder(server, key: .none)
        let terminal = try terminal(client, ["get", "URL/hello.txt"])
        try terminal.waitFor("password:")
        try terminal.waitUntil("the echo to be off") { _ in !terminal.isCooked }
        try end(terminal, how)
    }

    @Test("Ended at a new host key, a command leaves nothing running", arguments: End.allCases)
    func atHostKey(how: End) throws {
        let client = try SSHClientFolder(server, knownHost: .missing)
        let terminal = try terminal(client, ["ls", "URL"])
        try terminal.waitFor("[t]rust it")
        try end(terminal, how)
        #expect(client.knownHosts.isEmpty)
    }

    @Test("Ended at a passphrase on the way over another host, too", arguments: End.allCases)
    func atPassphrase(how: End) throws {
        let client = try SSHClientFolder(server, key: .locked, jump: server)
        let terminal = try terminal(client, ["ls", "URL"])
        try terminal.waitFor("passphrase")
        try terminal.waitUntil("the echo to be off") { _ in !terminal.isCooked }
        try end(terminal, how)
    }
}
