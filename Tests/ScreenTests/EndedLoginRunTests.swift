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

    @Test("Ended while ssh does not say its configuration", arguments: End.allCases)
    func atConfiguration(how: End) throws {
        let terminal = try silent(["FERRY_SSH": "sleep 300 #"]) {
            RunningProcess.all.contains {
                $0.arguments.starts(with: ["sleep", "300"])
                    && $0.environment.firstRange(of: folder.path.utf8) != nil
            }
        }
        try end(terminal, how)
    }

    @Test("Ended while the server is silent", arguments: End.allCases, ["INIT", "OPEN", "READ"])
    func atSilence(how: End, place: String) throws {
        try folder.write(FailingSFTPProgram.source, to: "server.py")
        try folder.makeFolder("root")
        try folder.write("x", to: "root/f")
        let terminal = try silent([
            "FERRY_SSH": "python3 \(folder.path("server.py"))", "FERRY_ROOT": folder.path("root"),
            "FERRY_FAULT": "\(place):silence", "FERRY_TRACE": folder.path("trace"),
        ]) { folder.exists("trace") }
        try end(terminal, how)
    }

    @Test("Ended while a site's own command is silent", arguments: End.allCases)
    func atCommand(how: End) throws {
        for name in ["config", "config/ferry"] { try folder.makeFolder(name) }
        try folder.write(
            """
            [[site]]
            name = "box"
            url = "sftp://u@host"
            command = "touch '\(folder.path("begun"))'; sleep 300"

            """, to: "config/ferry/sites.toml")
        let terminal = try silent([:]) { folder.exists("begun") }
        try end(terminal, how)
    }

    /// A command that waits for a silent server; returns once `hasBegun`.
    private func silent(
        _ environment: [String: String], _ hasBegun: () -> Bool
    ) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            [Ferry.path, "get", "sftp://u@host/f", "got"],
            environment: Ferry.environment(folder).merging(environment) { $1 },
            directory: folder.path("here"))
        let deadline = Deadline(seconds: 30)
        while !hasBegun(), deadline.isOpen { terminal.take(for: .milliseconds(20)) }
        #expect(hasBegun(), "\(terminal.screen.text)")
        return terminal
    }
}
