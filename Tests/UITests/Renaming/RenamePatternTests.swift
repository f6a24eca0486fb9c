import Files
import Terminal
import Testing
import UI

@Suite("Renaming by pattern")
struct RenamePatternTests {
    private static let few = ["one.txt", "two.txt", "three.txt"].map { Entry.file($0) }

    /// What is to be renamed; nil where nothing is.
    private func renamings(_ stage: Stage) -> [Renaming]? {
        for case .renameMany(_, _, _, let renamings) in stage.effects { return renamings }
        return nil
    }

    @Test("with several marked, r asks for a pattern; what is typed replaces the one that is there")
    func several() throws {
        var stage = Stage.shown(left: RenamePatternTests.few)
        stage.press("ctrl-a r")
        #expect(stage.screen.contains("Rename by pattern"))
        stage.type("[N].bak")
        #expect(stage.screen.contains("New name  [N].bak"))
        stage.press("enter")
        let done = try #require(self.renamings(stage))
        #expect(done.count == 3)
        #expect(done.allSatisfy { $0.to.text(on: .local).hasSuffix(".bak") })
    }

    @Test("with one marked or none, r renames in place")
    func one() {
        var stage = Stage.shown()
        stage.press("G r")
        #expect(!stage.screen.contains("Rename by pattern"))
        stage.press("escape space k r")
        #expect(!stage.screen.contains("Rename by pattern"))
    }

    @Test("where not all names are shown, they are shown once more before anything is done")
    func many() {
        let entries = (10..<60).map { Entry.file("n\($0).txt") }
        var stage = Stage.shown(left: entries)
        stage.press("ctrl-a r")
        stage.type("[N].bak")
        stage.press("enter")
        #expect(renamings(stage) == nil)
        #expect(stage.screen.contains("Rename 50 items?"))
        stage.press("y")
        #expect(renamings(stage)?.count == 50)
    }

    @Test("names that meet are shown, and nothing is renamed")
    func conflict() {
        let entries = ["a.txt", "b.txt"].map { Entry.file($0) }
        var stage = Stage.shown(left: entries)
        stage.press("ctrl-a r x enter")
        #expect(renamings(stage) == nil)
        #expect(stage.screen.contains("Nothing can be renamed"))
    }
}
