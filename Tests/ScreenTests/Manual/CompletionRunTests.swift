import DemoServer
import Support
import Testing

/// Completion, in real shells on a terminal of their own.
@Suite("Shells complete what is typed")
struct CompletionRunTests {
    private let folder: TemporaryFolder
    private let server: DemoServer

    init() throws {
        folder = try Ferry.folder()
        for name in ["config", "config/ferry", "state", "state/ferry", "served", "here/a folder"] {
            try folder.makeFolder(name)
        }
        try folder.write("x", to: "here/notes.txt")
        try folder.write("x", to: "served/today.log")
        server = try DemoServer(root: folder.path("served"), options: .init(user: "anna"))
        let url = "ftp://anna@127.0.0.1:\(try server.start())"
        try folder.write(
            "[[site]]\nname = \"web01\"\nurl = \"\(url)\"\n", to: "config/ferry/sites.toml")
        try folder.write("\(url)/logs\n\(url)/www/assets\n", to: "state/ferry/visited")
    }

    private func answers(_ words: String..., environment: [String: String] = [:]) throws -> [String]
    {
        try Outcome(["---complete", "fish"] + words, environment: environment, in: folder).output
            .split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    @Test("Commands, options, values, pages, sites and files are known") func words() throws {
        defer { server.stop() }
        #expect(try answers("mir") == ["mirror"])
        #expect(try answers("queue", "re") == ["resume", "retry"])
        #expect(try answers("get", "--check") == ["--checksum"])
        #expect(try answers("checksum", "--type", "sha") == ["sha1", "sha256", "sha512"])
        #expect(try answers("--theme", "comm") == ["commander"])
        #expect(try answers("help", "tou") == ["tour"])
        #expect(try answers("ls", "web") == ["web01:"])
        #expect(try answers("ls", "web01:/") == ["web01:/logs/", "web01:/www/assets/"])
        #expect(try answers("put", "no") == ["notes.txt"])
        #expect(try answers("put", "--", "a") == ["a folder/"])
        #expect(try answers("sites", "remove", "") == ["web01"])
        #expect(try answers("queue", "move", "2", "ea") == ["earlier"])
        #expect(try answers("chmod", "640", "web") == ["web01:"])
        #expect(try answers("chmod", "no").isEmpty)
        // The beginning of a command is also that of a place.
        #expect(try answers("no") == ["notes.txt"])
        #expect(server.commands.isEmpty)
    }

    @Test("A server is only asked where the settings say so, and never for a password")
    func connecting() throws {
        defer { server.stop() }
        try folder.write("complete_on_servers = true\n", to: "config/ferry/config.toml")
        #expect(
            try answers("cat", "web01:/to", environment: ["FERRY_PASSWORD": "any"])
                == ["web01:/today.log"])
        #expect(try answers("cat", "web01:/l") == ["web01:/logs/"])
    }

    @Test("Bash, zsh and fish insert it", arguments: ["bash", "zsh", "fish"])
    func shell(_ name: String) throws {
        defer { server.stop() }
        let script = try Outcome(["--generate-completion-script", name], in: folder).output
        try folder.write(script, to: "completion")
        let completion = folder.path("completion")
        let start: [String: [String]] = [
            "bash": ["bash", "--norc", "--noprofile", "-i"], "zsh": ["zsh", "-f", "-i"],
            "fish": ["fish", "--no-config", "-i"],
        ]
        let prepare = [
            "bash": "PS1='rea''dy> '; source \(completion)",
            "zsh": "PS1='rea''dy> '; autoload -U compinit; compinit -u -D; source \(completion)",
            "fish": "function fish_prompt; echo -n 'rea''dy> '; end; source \(completion)",
        ]
        let terminal = try PseudoTerminal(
            ["/usr/bin/env"] + (start[name] ?? []), columns: 100, rows: 20,
            environment: Ferry.environment(folder).merging([
                "PATH": "\(Ferry.directory):/usr/bin:/bin", "TERM": "xterm-256color",
            ]) { $1 }, directory: folder.path("here"))
        terminal.send("\(prepare[name] ?? "")\r")
        try terminal.waitFor("ready>")
        terminal.send("ferry ls web\t")
        try terminal.waitFor("ferry ls web01:")
        // No space follows, so that the path can.
        terminal.send("/l\t")
        try terminal.waitFor("ferry ls web01:/logs/")
        terminal.send("\u{15}ferry checks\t--ty\tsha25\ta\t")
        // After a whole word comes a space, and what the shell would divide is quoted.
        try terminal.waitFor("ferry checksum --type sha256 a\\ folder/")
        terminal.send("\u{15}exit\r")
        #expect(try terminal.waitForEnd() == .exited(0))
    }
}
