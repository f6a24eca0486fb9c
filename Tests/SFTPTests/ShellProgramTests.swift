import Support
import Testing

@testable import SFTP

@Suite("A program as the user wrote it for a shell")
struct ShellProgramTests {
    /// A program with a blank in its name that writes down its parent, its arguments and a variable.
    private func plant() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let script = """
            #!/bin/sh
            printf '%s\\n' "$PPID" "$V" "$@" >"${0%/*}/said"
            """
        try folder.write(script, to: "my program")
        #expect(Command.run(["chmod", "755", folder.path("my program")]) == 0)
        return folder
    }

    private func lines(of name: String, in folder: TemporaryFolder) -> [String] {
        String(decoding: folder.read(name) ?? [], as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test(
        "Whatever it is, the shell runs it with the arguments that follow",
        arguments: [
            "PROGRAM", "PROGRAM -x", "'PROGRAM' -x", "V=1 PROGRAM", "exec PROGRAM -x",
            "command PROGRAM", "cd / && PROGRAM", "PROGRAM -o 'a | b'", "env V=2 PROGRAM",
            "  PROGRAM", "if true; then PROGRAM \"$@\"; fi; :",
        ])
    func runs(text: String) throws {
        let folder = try plant()
        let name = folder.path("my program")
        let quoted = text.contains("'PROGRAM'") ? name : name.replacing(" ", with: "\\ ")
        let program = ShellProgram(text: text.replacing("PROGRAM", with: quoted))
        #expect(Command.run(program.command(["one two", "$three"])) == 0)
        let lines = lines(of: "said", in: folder)
        #expect(lines.dropFirst(2).dropLast().suffix(2) == ["one two", "$three"])
        #expect(lines.contains("-x") == text.contains("-x"))
        #expect(lines.contains("a | b") == text.contains("a | b"))
    }

    @Test(
        "The shell makes way for one plain command, and for nothing else",
        arguments: [
            ("ssh", true), ("ssh -F '/a b/config'", true), ("$HOME/bin/ssh -4", true),
            ("nice -n 5 ssh", true), ("LC_ALL=C ssh", false), ("exec ssh", false),
            ("cd /tmp && ssh", false), ("ssh; true", false), ("ssh -o 'ProxyCommand=a | b'", false),
            ("ssh 2>/dev/null", false), ("command ssh", false), ("ssh # mine", false), ("", false),
            ("  ", false),
        ])
    func makesWay(text: String, isPlain: Bool) {
        let command = ShellProgram(text: text).command(["-x"])
        #expect(command[2] == (isPlain ? "exec " : "") + text + " \"$@\"")
        #expect(command.suffix(2) == [text, "-x"])
    }

    @Test("The program is the very process that was started")
    func sameProcess() throws {
        let folder = try plant()
        let program = ShellProgram(text: folder.path("my program").replacing(" ", with: "\\ "))
        // Where the shell stays, it is the parent, and not what started it.
        let script = "\"$@\" & echo $$ >\"$0\"; wait"
        let started = ["sh", "-c", script, folder.path("parent")] + program.command([])
        #expect(Command.run(started) == 0)
        let parent = try #require(lines(of: "parent", in: folder).first)
        #expect(lines(of: "said", in: folder).first == parent)
    }
}
