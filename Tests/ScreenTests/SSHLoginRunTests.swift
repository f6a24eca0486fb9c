import Files
import Glibc
import Support
import Testing

@Suite("Logins by ssh, as a person makes them")
final class SSHLoginRunTests {
    private static let password = "correct-horse-battery"
    private let folder: TemporaryFolder
    /// What must be there as long as Ferry runs.
    private var kept: [SSHClientFolder] = []

    init() throws {
        folder = try Ferry.folder()
        try folder.makeFolder("run", mode: 0o700)
    }

    private func environment(_ client: SSHClientFolder) -> [String: String] {
        ["FERRY_SSH": client.command, "XDG_RUNTIME_DIR": folder.path("run")]
    }

    /// A server whose password nobody finds by chance in what is searched for it.
    private func passwordServer() throws -> SSHServer {
        let server = try SSHServer.started(
            .asyncssh,
            extra: [
                "Login.validate_password = lambda self, user, word: "
                    + "word == '\(SSHLoginRunTests.password)'"
            ])
        try store(server)
        return server
    }

    private func store(_ server: SSHServer) throws {
        try server.root.write("hello", to: "hello.txt")
        try server.own("hello.txt")
    }

    private func url(_ server: SSHServer) -> String {
        "sftp://\(SSHServer.user)@127.0.0.1:\(server.port)/"
    }

    private func screen(_ client: SSHClientFolder) throws -> Ferry {
        kept.append(client)
        // Where OpenSSH begins is not its root.
        return try Ferry(
            ["sftp://\(SSHServer.user)@127.0.0.1:\(client.server.port)"],
            environment: environment(client), in: folder)
    }

    /// Answers the dialog that shows `line`.
    private func answer(_ ferry: Ferry, _ line: String, _ secret: String) throws {
        try ferry.terminal.waitFor(line)
        try ferry.terminal.waitUntil("the field to take keys") { $0.isCursorVisible }
        ferry.terminal.send(secret + "\r")
    }

    /// Quits, and looks for what may not be anywhere, and for what may not be left.
    private func finish(_ ferry: Ferry, hiding secrets: String..., isLoggedIn: Bool = true) throws {
        let own = running
        #expect(own.contains { $0.arguments.contains("ControlMaster=yes") } == isLoggedIn)
        for process in own {
            for secret in secrets {
                #expect(!holds(process.command, secret))
                #expect(!holds(process.environment, secret))
            }
        }
        ferry.terminal.send("q")
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
        for secret in secrets {
            #expect(!holds(ferry.terminal.output, secret))
            expectNowhere(secret, in: "state")
        }
        #expect(isSoon { self.running.isEmpty })
        // A directory is removed once it is empty.
        #expect(rmdir(folder.path("run")) == 0)
        try folder.makeFolder("run", mode: 0o700)
    }

    /// All that this run has started, and itself.
    private var running: [RunningProcess] {
        RunningProcess.all.filter { holds($0.environment, "XDG_RUNTIME_DIR=\(folder.path("run"))") }
    }

    private func isSoon(_ condition: () -> Bool) -> Bool {
        let deadline = Deadline(seconds: 15)
        while !condition() {
            guard deadline.isOpen else { return false }
            poll(nil, 0, 5)
        }
        return true
    }

    private func holds(_ bytes: [UInt8], _ text: String) -> Bool {
        !bytes.isEmpty && bytes.firstRange(of: Array(text.utf8)) != nil
    }

    private func expectNowhere(_ secret: String, in name: String) {
        let status = Command.run(["grep", "-raqF", "--", secret, folder.path(name)])
        #expect(status != 0, "\(name) holds the secret")
    }

    @Test("A password")
    func password() throws {
        let client = try SSHClientFolder(passwordServer(), key: .none)
        let ferry = try screen(client)
        try answer(ferry, "@127.0.0.1's password:", SSHLoginRunTests.password)
        try ferry.terminal.waitFor("hello.txt")
        try finish(ferry, hiding: SSHLoginRunTests.password)
    }

    @Test("A password for a command, with its log")
    func command() throws {
        let server = try passwordServer()
        let client = try SSHClientFolder(server, key: .none)
        let terminal = try PseudoTerminal(
            [
                "sh", "-c", "\"$@\" </dev/null >out 2>err", "sh", Ferry.path, "ls", "-v",
                url(server),
            ],
            environment: Ferry.environment(folder).merging(environment(client)) { $1 },
            directory: folder.path("here"))
        try terminal.waitFor("@127.0.0.1's password:")
        terminal.send(SSHLoginRunTests.password + "\r")
        #expect(try terminal.waitForEnd() == .exited(0))
        #expect(folder.read("here/out") == Array("hello.txt\n".utf8))
        #expect(!holds(terminal.output, SSHLoginRunTests.password))
        expectNowhere(SSHLoginRunTests.password, in: "here")
        #expect(holds(folder.read("here/err") ?? [], "Starting ssh"))
        #expect(isSoon { self.running.isEmpty })
        #expect(client.server.port == server.port)
    }

    @Test("Two questions of the server's, with its instruction")
    func questions() throws {
        let questions = SSHQuestions(
            [
                .init("Colour: ", isEchoed: true, answer: "ultramarine"),
                .init("Code: ", answer: "4711-0815"),
            ], name: "Two things", instruction: "Look at your token.")
        let server = try SSHServer.started(.asyncssh, login: .questions([questions]))
        try store(server)
        let ferry = try screen(SSHClientFolder(server, key: .none))
        try ferry.terminal.waitFor("Look at your token.")
        try answer(ferry, "Colour:", "ultramarine")
        try answer(ferry, "Code:", "4711-0815")
        try ferry.terminal.waitFor("hello.txt")
        try finish(ferry, hiding: "ultramarine", "4711-0815")
    }

    @Test("A key with a passphrase, after a wrong one")
    func passphrase() throws {
        let server = try SSHServer.started(login: .nothing)
        try store(server)
        let ferry = try screen(SSHClientFolder(server, key: .locked))
        let passphrase = try #require(SSHKey.lockedUser().passphrase)
        try answer(ferry, "Enter passphrase for key", "not-this-one")
        try ferry.terminal.waitFor("rejected")
        try answer(ferry, "Enter passphrase for key", passphrase)
        try ferry.terminal.waitFor("hello.txt")
        try finish(ferry, hiding: passphrase, "not-this-one")
    }

    @Test("A wrong passphrase three times ends with one sentence")
    func wrongPassphrase() throws {
        let server = try SSHServer.started(login: .nothing)
        let ferry = try screen(SSHClientFolder(server, key: .locked))
        for round in 1...3 {
            if round > 1 { try ferry.terminal.waitFor("rejected") }
            try answer(ferry, "Enter passphrase for key", "wrong-\(round)")
            try ferry.terminal.waitUntil("the answer to be taken") { !$0.isCursorVisible }
        }
        try ferry.terminal.waitFor("refused the login")
        try finish(
            ferry, hiding: "wrong-1", "wrong-2", "wrong-3", isLoggedIn: false)
    }

    @Test("An agent's key, and a way over another host, ask nothing")
    func agent() throws {
        let server = try SSHServer.started()
        try store(server)
        let jump = try SSHServer.started()
        for client in [
            try SSHClientFolder(server, key: .inAgent), try SSHClientFolder(server, jump: jump),
        ] {
            let ferry = try screen(client)
            try ferry.terminal.waitFor("hello.txt")
            try finish(ferry)
        }
        #expect(jump.log.contains("Accepted publickey"))
    }

    @Test("A host on the way that asks, and then the server: each says who, and gets its own")
    func wayThatAsks() throws {
        let heard = try TemporaryFolder(isOpen: true)
        #expect(chmod(heard.path, 0o777) == 0)
        let server = try SSHServer.started(
            .asyncssh,
            extra: [
                "Login.validate_password = lambda self, user, word: ("
                    + "open('\(heard.path("words"))', 'a').write(word + ';'), "
                    + "word == '\(SSHLoginRunTests.password)')[1]"
            ])
        try store(server)
        let jump = try SSHServer.started()
        let client = try SSHClientFolder(
            server, key: .none, jump: jump, lines: ["Host jump", "HostKeyAlias the-way"])
        try client.folder.write(
            client.knownHosts + "the-way \(jump.hostKey.publicText)\n", to: "known_hosts")
        let ferry = try screen(client)
        try answer(ferry, "@the-way's password:", SSHServer.user)
        try answer(ferry, "@127.0.0.1's password:", SSHLoginRunTests.password)
        try ferry.terminal.waitFor("hello.txt")
        #expect(heard.read("words") == Array("\(SSHLoginRunTests.password);".utf8))
        #expect(jump.log.contains("Accepted password"))
        try finish(ferry, hiding: SSHLoginRunTests.password)
    }

    @Test("A new host key is shown, and trusted into known_hosts; declined, it is not")
    func newHostKey() throws {
        let server = try SSHServer.started()
        try store(server)
        let client = try SSHClientFolder(server, knownHost: .missing)
        let declined = try screen(client)
        try declined.terminal.waitFor(server.hostKey.fingerprint)
        try declined.terminal.waitFor("> n  Do not connect")
        declined.terminal.send("n")
        try declined.terminal.waitFor("You declined")
        #expect(client.knownHosts.isEmpty)
        try finish(declined, isLoggedIn: false)
        let ferry = try screen(client)
        try ferry.terminal.waitFor(server.hostKey.fingerprint)
        try ferry.terminal.waitFor("> n  Do not connect")
        ferry.terminal.send("t")
        try ferry.terminal.waitFor("hello.txt")
        #expect(client.knownHosts.contains(server.hostKey.publicText))
        try finish(ferry)
    }

    @Test("A changed host key is an alarm that names the line")
    func changedHostKey() throws {
        let server = try SSHServer.started()
        let client = try SSHClientFolder(server, knownHost: .wrong)
        let ferry = try screen(client)
        try ferry.terminal.waitFor("ALARM")
        try ferry.terminal.waitFor("line 1")
        ferry.terminal.send(.escape)
        try ferry.terminal.waitForNo("ALARM")
        #expect(!client.knownHosts.contains(server.hostKey.publicText))
        try finish(ferry, isLoggedIn: false)
    }

    @Test("A password that is declined ends the login, and all of ssh")
    func declined() throws {
        let ferry = try screen(SSHClientFolder(passwordServer(), key: .none))
        try ferry.terminal.waitFor("@127.0.0.1's password:")
        try ferry.terminal.waitUntil("the field to take keys") { $0.isCursorVisible }
        ferry.terminal.send(.escape)
        try ferry.terminal.waitFor("You declined")
        #expect(isSoon { self.running.count == 1 })
        try finish(ferry, isLoggedIn: false)
    }

    @Test("A Ferry that is killed leaves no login behind")
    func killed() throws {
        let server = try SSHServer.started()
        try store(server)
        let ferry = try screen(SSHClientFolder(server))
        try ferry.terminal.waitFor("hello.txt")
        #expect(running.contains { $0.arguments.contains("ControlMaster=yes") })
        ferry.terminal.signal(SIGKILL)
        #expect(isSoon { self.running.isEmpty })
    }
}
