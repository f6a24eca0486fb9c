import Glibc
import Support
import Testing

@Suite("Renaming many in the editor, with an editor that is a script")
struct RenameRunTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeFolder("here")
        for name in ["a", "b", "c"] { try folder.write(name, to: "here/\(name)") }
    }

    /// The screen on `here` in both panes, with an editor.
    private func start(_ script: String) throws -> Ferry {
        try folder.write("#!/bin/sh\n\(script)\n", to: "editor")
        chmod(folder.path("editor"), 0o755)
        let here = folder.path("here")
        return try Ferry(
            [here, here], environment: ["EDITOR": folder.path("editor"), "VISUAL": ""], in: folder)
    }

    private func text(_ name: String) -> String? {
        folder.read("here/\(name)").map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("A cycle of three is shown first, and is done on the disk; nothing else is left behind")
    func cycle() throws {
        let ferry = try start("sed -i 'y/abc/bca/' \"$1\"")
        try ferry.waitForRight("3 items")
        ferry.terminal.send("\u{1}R")
        try ferry.terminal.waitFor("Rename 3 items?")
        #expect(text("a") == "a")
        ferry.terminal.send("y")
        try ferry.terminal.waitFor("3 items renamed.")
        #expect(["b", "c", "a"].map { text($0) } == ["a", "b", "c"])
        let kept = Command.run(
            ["sh", "-c", "exit $(ls -d \"$0\"/ferry-names-* 2>/dev/null | wc -l)", folder.path("")])
        #expect(kept == 0)
        ferry.terminal.send(.f10)
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
    }

    @Test("An editor that fails, or leaves no text, renames nothing and says so")
    func failing() throws {
        let ferry = try start("rm \"$1\"")
        try ferry.waitForRight("3 items")
        ferry.terminal.send("\u{1}R")
        try ferry.terminal.waitFor("nothing was renamed")
        try folder.write("#!/bin/sh\nexit 3\n", to: "editor")
        ferry.terminal.send("R")
        try ferry.terminal.waitFor("Nothing was renamed.")
        #expect(["a", "b", "c"].map { text($0) } == ["a", "b", "c"])
    }
}
