import Foundation
import Support
import Testing

@Suite("ferry undo") struct UndoRunTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try Ferry.folder()
        try folder.write("text", to: "here/a")
        try folder.write("more", to: "here/b")
    }

    private func run(_ arguments: String...) throws -> Outcome {
        try Outcome(
            arguments, environment: ["XDG_DATA_HOME": folder.path("data")], in: folder)
    }

    @Test("What rm --trash has moved comes back: the newest first, or by its number")
    func trash() throws {
        #expect(try run("undo").code == 1)
        #expect(try run("undo").errors.contains("There is nothing to undo."))
        #expect(try run("rm", "--trash", "a").code == 0)
        #expect(try run("rm", "--trash", "b").code == 0)
        let list = try run("undo", "--list")
        let lines = list.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("2\t") == true && lines.first?.contains("Trashed b") == true)
        let json = try run("undo", "--list", "--json").output.split(separator: "\n")
        let first = try JSONSerialization.jsonObject(with: Data((json.first ?? "").utf8))
        let object = try #require(first as? [String: Any])
        #expect(object["number"] as? Int == 2 && object["action"] as? String == "trash")
        #expect(try run("undo", "1").output == "Undone: 1 item.\n")
        #expect(folder.read("here/a") == Array("text".utf8) && !folder.exists("here/b"))
        #expect(try run("undo", "1").errors.contains("There is no number 1"))
        // What is there now is not replaced, and it stays in the list with the reason.
        try folder.write("new", to: "here/b")
        let refused = try run("undo")
        #expect(refused.code == 1 && refused.errors.contains("already exists"))
        #expect(folder.read("here/b") == Array("new".utf8))
        #expect(try run("undo", "--list").output.contains("already exists"))
    }

    @Test("A copy of the screen's queue is undone by the command") func copy() throws {
        try folder.makeFolder("here/into")
        #expect(try run("queue", "add", "a", "into").code == 0)
        #expect(try run("queue", "run").code == 0)
        #expect(folder.read("here/into/a") == Array("text".utf8))
        #expect(try run("undo").output == "Undone: 1 item.\n")
        #expect(!folder.exists("here/into/a") && folder.read("here/a") == Array("text".utf8))
    }
}
