import Glibc
import Manual
import Support
import Testing

@Suite("The manual that the program makes")
struct ManualRunTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try Ferry.folder()
    }

    private func run(_ arguments: String...) throws -> Outcome {
        try Outcome(arguments, in: folder)
    }

    @Test("Every page is accepted by mandoc without a word") func lint() throws {
        try folder.makeFolder("all")
        #expect(try run("man", "--output", folder.path("all")).errors == "")
        let mandoc = try UnpackedProgram(package: "mandoc", file: "/usr/bin/mandoc")
        let outcome = try Outcome(
            script: "cd \"$0/all\" && \"$@\" *", [mandoc.path, "-T", "lint", "-W", "all"],
            in: folder)
        // It looks for the pages that others name where the system has its own: they are none of it.
        let faults = outcome.output.split(separator: "\n")
            .filter { !$0.contains("referenced manual not found: Xr ferry") }
        #expect(faults == [])
        #expect(outcome.errors == "")
        for page in folder.names(in: "all") {
            let source = String(decoding: folder.read("all/\(page)") ?? [], as: UTF8.self)
            for match in source.matches(of: /\n\.Xr (\S+) (\d)/) {
                #expect(folder.read("all/\(match.1).\(match.2)") != nil, "\(page): \(match.1)")
            }
        }
    }

    @Test("There is a page for each command, settings file and subject") func pages() throws {
        let list = try run("man", "--list").output.split(separator: "\n")
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(Set(list).count == list.count)
        for page in CommandPage.all { #expect(list.contains("ferry-\(page.name)(1)")) }
        for topic in ManualTopic.all { #expect(list.contains("ferry-\(topic.name)(7)")) }
        for file in ["", "-config", "-sites", "-keymap", "-theme"] {
            #expect(list.contains("ferry\(file)(5)"))
        }
        // Each command that is listed has a text of its own.
        let commands = list.filter { $0.hasSuffix("(1)") && $0 != "ferry(1)" }
        #expect(Set(commands) == Set(CommandPage.all.map { "ferry-\($0.name)(1)" }))
    }

    @Test("Help explains subjects, commands and files") func help() throws {
        #expect(try run("help", "tour").output.contains("Edit a file on a server".uppercased()))
        let get = try run("help", "get")
        #expect(get.output.contains("--checksum"))
        #expect(get.output.contains("ferry get web01:/readme.txt"))
        #expect(try run("help", "config.toml").output.contains("limit_rate"))
        #expect(try run("help", "keymap.toml").output.contains("go.top"))
        let lines = get.output.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 80 || !$0.dropFirst(20).contains(" ") })
        let missing = try run("help", "nothing\u{1B}[2J")
        #expect(missing.code == 2)
        #expect(missing.errors.contains("There is no page 'nothing"))
        #expect(!missing.errors.contains("\u{1B}"))
        for arguments in [["help"], ["--help"]] {
            let all = try Outcome(arguments, in: folder)
            #expect(all.code == 0)
            #expect(all.output.contains("\nSUBJECTS:\n  keys "))
            for topic in ManualTopic.all { #expect(all.output.contains("\n  \(topic.name) ")) }
        }
        // The parser's own way still works.
        #expect(try run("help", "--help").code == 0)
    }

    @Test("The help of each command ends with an example", arguments: CommandPage.all)
    func examples(_ page: CommandPage) throws {
        let outcome = try run(page.name, "--help")
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("EXAMPLES:\n  ferry \(page.name)"))
        #expect(outcome.output.hasSuffix("The whole page: ferry help \(page.name)\n"))
    }

    @Test("A nested command shows its own examples") func nested() throws {
        let outcome = try run("queue", "add", "--help")
        #expect(outcome.output.contains("EXAMPLES:\n  ferry queue add "))
        #expect(!outcome.output.contains("ferry queue move 2"))
    }

    @Test("On a terminal the page opens in man, or is printed") func terminal() throws {
        try folder.makeFolder("bin")
        let printed = try Ferry(
            ["man", "get"], environment: ["PATH": folder.path("bin")], in: folder)
        try printed.terminal.waitFor("ferry-scripting(7)")
        #expect(try printed.terminal.waitForEnd() == .exited(0))
        try folder.write("#!/bin/sh\necho \"viewer $*\"; /bin/cat >/dev/null\n", to: "bin/man")
        chmod(folder.path("bin/man"), 0o755)
        let viewed = try Ferry(
            ["man", "get"], environment: ["PATH": folder.path("bin")], in: folder)
        try viewed.terminal.waitFor("viewer -l -")
        #expect(try viewed.terminal.waitForEnd() == .exited(0))
    }
}
