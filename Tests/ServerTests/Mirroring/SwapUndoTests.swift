import Files
import Jobs
import Support
import Testing

@testable import Engine

@Suite("A target that was replaced as a whole, and comes back")
struct SwapUndoTests {
    private let trees: SwapTrees

    init() throws { trees = try SwapTrees() }

    private var source: MemoryVolume { trees.source }
    private var target: MemoryVolume { trees.target }
    private var desk: SwapDesk { trees.desk }
    private var whole: [String] { trees.whole }

    // MARK: - In another order

    @Test("An older one is not undone before the newer one")
    func outOfOrder() throws {
        let first = whole
        #expect(try desk.swap() == [])
        let second = whole
        let number = try #require(try desk.records().first?.number)
        source.add("/build/f", "newest")
        #expect(try desk.swap() == [])
        let third = whole
        let failures = try desk.undo(number)
        #expect(failures.count == 1 && failures[0].contains("ferry undo"), "\(failures)")
        #expect(whole == third)
        #expect(try desk.undo() == [])
        #expect(whole == second)
        #expect(try desk.undo() == [])
        #expect(whole == first)
    }

    @Test("Nor where nobody knows of the newer one any more, which has put something aside")
    func forgotten() throws {
        #expect(try desk.swap() == [])
        let number = try #require(try desk.records().first?.number)
        source.add("/build/f", "newest")
        #expect(try desk.swap() == [])
        try desk.forgetNewest()
        let third = whole
        let failures = try desk.undo(number)
        #expect(failures.count == 1, "\(failures)")
        #expect(whole == third)
    }

    @Test("A directory that somebody else has put there stays")
    func others() throws {
        #expect(try desk.swap() == [])
        let files = target.connect()
        try files.rename(Path("/www/site"), to: Path("/www/mine"))
        target.add("/www/site/other", "other")
        try files.rename(Path("/www/mine/.kept"), to: Path("/www/site/.kept"))
        let before = whole
        let failures = try desk.undo()
        #expect(failures.count == 1 && failures[0].contains("/www/site"), "\(failures)")
        #expect(whole == before)
        #expect(try desk.records().count == 1)
    }

    @Test("A newer change of one file in it is taken back first")
    func newer() throws {
        #expect(try desk.swap() == [])
        let number = try #require(try desk.records().first?.number)
        try desk.note(
            UndoRecord(
                .makeDirectory, on: target.site, time: 1,
                steps: [UndoStep(Path("/www/site/more"), .madeDirectory)]))
        try desk.note(
            UndoRecord(
                .makeDirectory, on: target.site, time: 1,
                steps: [UndoStep(Path("/www/sites"), .madeDirectory)]))
        let before = whole
        #expect(try desk.undo(number).count == 1)
        #expect(whole == before)
    }

    // MARK: - A target that was not there

    @Test("What somebody has put into a directory that was created stays where it is")
    func added() throws {
        try target.connect().rename(Path("/www/site"), to: Path("/www/other"))
        #expect(try desk.swap() == [])
        target.add("/www/site/mine", "mine")
        let failures = try desk.undo()
        #expect(failures.count == 1, "\(failures)")
        #expect(trees.tree("/www/site") == ["/mine: mine"])
        #expect(try trees.beside() == ["other", "site"])
    }

    // MARK: - What has moved along

    @Test("What moved along, and is gone since, does not keep the old directory away")
    func goneTrash() throws {
        target.add("/www/site/.ferry-trash/b", "b")
        let old = trees.tree("/www/site").filter { !$0.contains("trash") }
        #expect(try desk.swap() == [])
        target.remove("/www/site/.ferry-trash/b")
        target.remove("/www/site/.ferry-trash")
        #expect(try desk.undo() == [])
        #expect(trees.tree("/www/site") == old)
        #expect(try trees.beside() == ["site"])
        #expect(try desk.records().isEmpty)
    }

    @Test("What moved along, and is in both directories by now, stays where it is")
    func bothTrashes() throws {
        target.add("/www/site/.ferry-trash/b", "b")
        #expect(try desk.swap() == [])
        target.add("/www/site/.kept/run1/.ferry-trash/c", "c")
        _ = try desk.undo()
        #expect(target.text("/www/site/f") == "old")
        #expect(target.text("/www/site/.ferry-trash/c") == "c")
        #expect(whole.contains { $0.hasSuffix("-1/.ferry-trash/b: b") }, "\(whole)")
    }

    @Test("Where the old directory cannot come back, its backup is where it was")
    func keepsBackup() throws {
        target.add("/www/site/.ferry-trash/b", "b")
        let first = whole
        #expect(try desk.swap() == [])
        let before = whole
        let old = try #require(try desk.records().first?.steps.first?.path)
        trees.refuse(.rename, old.text)
        #expect(try desk.undo().count == 1)
        #expect(whole == before)
        #expect(try desk.undo() == [])
        #expect(whole == first)
    }
}
