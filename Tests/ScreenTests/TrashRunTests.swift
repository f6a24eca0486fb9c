import Support
import Testing

@Suite("ferry rm --trash") struct TrashRunTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try Ferry.folder()
        try folder.write("text", to: "here/a")
        try folder.makeFolder("here/d")
        try folder.write("deep", to: "here/d/x")
    }

    private func run(_ arguments: String...) throws -> Outcome {
        try Outcome(
            arguments, environment: ["XDG_DATA_HOME": folder.path("data")], in: folder)
    }

    @Test("Files and directories are moved to the trash, each with its own error") func trashes()
        throws
    {
        let outcome = try run("rm", "--trash", "a", "none", "d")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("none could not be moved to the trash"))
        #expect(folder.read("data/Trash/files/a") == Array("text".utf8))
        #expect(folder.read("data/Trash/files/d/x") == Array("deep".utf8))
        #expect(!folder.exists("here/a") && !folder.exists("here/d"))
    }

    @Test("Without --trash they are deleted") func deletes() throws {
        #expect(try run("rm", "a").code == 0)
        #expect(!folder.exists("here/a") && !folder.exists("data"))
    }

    @Test("A server has no trash") func server() throws {
        let outcome = try run("rm", "--trash", "sftp://127.0.0.1:1/a")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("has no trash"))
    }
}
