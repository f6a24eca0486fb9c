import Files
import Glibc
import Support
import Testing

@Suite("Commands on a real SSH server")
struct SSHRunTests {
    private let server: SSHServer
    private let folder: TemporaryFolder

    init() throws {
        server = try SSHServer.started()
        try server.root.makeFolder("sub")
        try server.root.write("hello", to: "sub/hello.txt")
        try server.own("sub")
        try server.own("sub/hello.txt")
        folder = try Ferry.folder()
    }

    private var url: String {
        "sftp://\(SSHServer.user)@127.0.0.1:\(server.port)\(server.startPath)"
    }

    /// A command that has no terminal.
    private func run(_ client: SSHClientFolder, _ arguments: String...) throws -> Outcome {
        try Outcome(
            script: "exec setsid -w \"$FERRY\" \"$@\"", arguments,
            environment: ["FERRY_SSH": client.command], in: folder)
    }

    /// A command in a terminal, whose input, output and errors lead elsewhere.
    private func terminal(
        _ client: SSHClientFolder, _ arguments: String...
    ) throws -> PseudoTerminal {
        try PseudoTerminal(
            ["sh", "-c", "\"$@\" </dev/null >out 2>err", "sh", Ferry.path] + arguments,
            environment: Ferry.environment(folder).merging(["FERRY_SSH": client.command]) { $1 },
            directory: folder.path("here"))
    }

    private func text(_ name: String) -> String {
        String(decoding: folder.read("here/\(name)") ?? [], as: UTF8.self)
    }

    @Test("A host of ssh's config is reached as host:path, from its login directory")
    func host() throws {
        let client = try SSHClientFolder(server)
        let start = server.startPath.dropFirst()
        let listed = try run(client, "ls", "target:\(server.startPath)/sub")
        #expect(listed.code == 0, "\(listed.errors)")
        #expect(listed.output == "hello.txt\n")
        let home = try run(client, "ls", "target:")
        #expect(home.code == 0, "\(home.errors)")
        #expect(try run(client, "cat", "target:/\(start)/sub/hello.txt").output == "hello")
        // What only a pattern of the config fits is a file's name.
        #expect(try run(client, "ls", "other:").code == 1)
    }

    @Test("A host in the config of a saved site's own command is reached by that command")
    func ownConfig() throws {
        let client = try SSHClientFolder(server)
        for name in ["config", "config/ferry"] { try folder.makeFolder(name) }
        try folder.write(
            """
            [[site]]
            name = "box"
            url = "sftp://unused.invalid"
            ssh_command = "\(client.command)"

            """, to: "config/ferry/sites.toml")
        let listed = try Outcome(["ls", "target:\(server.startPath)/sub"], in: folder)
        #expect(listed.code == 0, "\(listed.errors)")
        #expect(listed.output == "hello.txt\n")
    }

    @Test("A password is asked for on the terminal, unseen")
    func password() throws {
        let client = try SSHClientFolder(server, key: .none)
        let terminal = try terminal(client, "ls", url + "/sub")
        try terminal.waitFor("password:")
        try terminal.waitUntil("the echo to be off") { _ in !terminal.isCooked }
        terminal.send("\(SSHServer.user)\r")
        #expect(try terminal.waitForEnd() == .exited(0), "\(text("err"))")
        #expect(text("out") == "hello.txt\n")
        // ssh reads its configuration there until the end.
        #expect(client.folder.exists("config"))
        #expect(terminal.isCooked)
        let shown = terminal.screen.text.split(separator: "\n").filter {
            !$0.allSatisfy(\.isWhitespace)
        }
        #expect(shown.last?.hasSuffix("password:") == true, "\(terminal.screen.text)")
    }

    @Test("Ctrl-C at the prompt ends the command, and the echo is back", arguments: [false, true])
    func interrupted(hasTyped: Bool) throws {
        let client = try SSHClientFolder(server, key: .none)
        let terminal = try terminal(client, "ls", url)
        try terminal.waitFor("password:")
        try terminal.waitUntil("the echo to be off") { _ in !terminal.isCooked }
        let began = ContinuousClock.now
        terminal.send(hasTyped ? "half\u{3}" : "\u{3}")
        _ = try terminal.waitForEnd()
        #expect(began.duration(to: .now) < .seconds(5))
        #expect(terminal.isCooked)
        #expect(text("out").isEmpty)
        #expect(client.folder.exists("config"))
    }

    @Test("A screen that is killed leaves no ssh, and the next one removes its sockets")
    func killed() throws {
        let client = try SSHClientFolder(server)
        try folder.makeFolder("run", mode: 0o700)
        let environment = ["FERRY_SSH": client.command, "XDG_RUNTIME_DIR": folder.path("run")]
        let ferry = try Ferry([url], environment: environment, in: folder)
        try ferry.terminal.waitFor("sub")
        kill(ferry.terminal.process, SIGKILL)
        #expect(try ferry.terminal.waitForEnd() == .killed(signal: Int(SIGKILL)))
        let config = client.folder.path("config")
        let end = Deadline(seconds: 15)
        while end.isOpen, RunningProcess.all.contains(where: { $0.arguments.contains(config) }) {
            poll(nil, 0, 5)
        }
        #expect(!RunningProcess.all.contains { $0.arguments.contains(config) })
        // The queue's own socket is the next worker's to replace.
        func left() throws -> [String] {
            try CommandOutput(["ls", folder.path("run")]).text.split(separator: "\n")
                .map(String.init).filter { !$0.hasSuffix(".sock") }
        }
        #expect(try left().contains { $0.hasPrefix("ferry-") })
        let next = try Outcome(["ls", url], environment: environment, in: folder)
        #expect(next.code == 0, "\(next.errors)")
        #expect(try left().isEmpty)
    }

    @Test("Without a terminal nothing is asked: one sentence, and exit code 1")
    func nobodyThere() throws {
        let client = try SSHClientFolder(server, key: .none)
        let outcome = try run(client, "ls", url)
        #expect(outcome.code == 1)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        #expect(outcome.errors.contains("needs an answer from you"), "\(outcome.errors)")
        #expect(client.folder.exists("config"))
    }
}
