import DemoServer
import Glibc
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

    @Test("Names that would move a terminal, or be options, are not offered as they are")
    func hostileNames() throws {
        defer { server.stop() }
        for name in ["fo\u{9B}31mo", "fo\no", "fo\u{202E}o", "foo", "-dash"] {
            try folder.write("x", to: "here/\(name)")
        }
        #expect(try answers("rm", "fo") == ["foo"])
        #expect(try answers("rm", "").contains("./-dash"))
        #expect(try answers("--theme=comm") == ["--theme=commander"])
    }

    @Test("A server is only asked where the settings say so")
    func connecting() throws {
        defer { server.stop() }
        try folder.makeFolder("served/www")
        try folder.write("x", to: "served/www/index.html")
        try folder.write("complete_on_servers = true\n", to: "config/ferry/config.toml")
        func listed(_ place: String) throws -> [String] {
            try answers("cat", place, environment: ["FERRY_PASSWORD": "any"])
        }
        #expect(try listed("web01:/to") == ["web01:/today.log"])
        #expect(try listed("web01:ww") == ["web01:www/"])
        #expect(try listed("web01:www/") == ["web01:www/index.html"])
        // Without a password there is what was visited.
        #expect(try answers("cat", "web01:/l") == ["web01:/logs/"])
        // A host that is still being typed is not asked.
        let before = server.commands.count
        #expect(try listed("ftp://anna@127.0.0.1:2") == [])
        #expect(server.commands.count == before)
    }

    @Test("Nobody is asked for a password while typing, even on a terminal")
    func noQuestion() throws {
        defer { server.stop() }
        try folder.write("complete_on_servers = true\n", to: "config/ferry/config.toml")
        try folder.write(
            "[[site]]\nname = \"box\"\nurl = \"sftp://anna@127.0.0.1:1\"\n",
            to: "config/ferry/sites.toml")
        try folder.write(
            "#!/bin/sh\necho \"$*\" >>'\(folder.path)/ssh'\nexit 255\n",
            to: "ssh-program")
        chmod(folder.path("ssh-program"), 0o755)
        let ferry = try Ferry(
            ["---complete", "zsh", "ls", "box:/x"],
            environment: ["FERRY_SSH": folder.path("ssh-program")], in: folder)
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
        let said = String(decoding: folder.read("ssh") ?? [], as: UTF8.self)
        // With a terminal, ssh would be allowed to have Ferry ask on it.
        let logins = said.split(separator: "\n").filter { !$0.hasPrefix("-G") }
        #expect(!logins.isEmpty)
        #expect(logins.allSatisfy { $0.contains("BatchMode=yes") }, "\(said)")
    }

    @Test(
        "Quotes that are open, and a home directory, are kept", arguments: ["bash", "zsh", "fish"])
    func quotes(_ name: String) throws {
        defer { server.stop() }
        try folder.makeFolder("Documents")
        let terminal = try shell(name)
        terminal.send("ferry ls \"a \t")
        try terminal.waitFor("ferry ls \"a folder/")
        terminal.send("\u{15}ferry ls 'a \t")
        try terminal.waitFor("ferry ls 'a folder/")
        terminal.send("\u{15}ferry ls ~/Docu\t")
        try terminal.waitFor("ferry ls ~/Documents/")
        terminal.send("\u{15}ferry --theme=comm\t")
        try terminal.waitFor("ferry --theme=commander")
        terminal.send("\u{15}exit\r")
        #expect(try terminal.waitForEnd() == .exited(0))
    }

    @Test("Bash, zsh and fish insert it", arguments: ["bash", "zsh", "fish"])
    func insertion(_ name: String) throws {
        defer { server.stop() }
        let terminal = try shell(name)
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

    /// A shell with completion, at its prompt.
    private func shell(_ name: String) throws -> PseudoTerminal {
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
        return terminal
    }
}
