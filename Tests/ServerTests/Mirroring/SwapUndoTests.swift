import Files
import Glibc
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

    private func replaced(_ number: Int64) -> String {
        "ftp://target/www/site was replaced as a whole since then; run 'ferry undo \(number)' first."
    }

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
        #expect(failures == [replaced(number + 1)])
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
        #expect(
            try desk.undo(number) == [
                "/www/site was kept, because /www/site/.kept/run2 is newer than what would come back. "
                    + "The old directory is in /www/site/.kept/run1; to bring it back, rename it by hand."
            ])
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

    @Test("What an ordinary mirror has made before is not undone where it was replaced since")
    func ordinary() throws {
        let now = Int64(time(nil))
        let steps = ["same", "f"].map { name in
            UndoStep(
                Path("/www/site/" + name),
                .madeFile(size: 4, modified: Timestamp(seconds: 1_700_000_000)))
        }
        try desk.note(UndoRecord(.mirror, on: target.site, time: now, steps: steps))
        try desk.note(
            UndoRecord(
                .makeDirectory, on: target.site, time: now,
                steps: [UndoStep(Path("/www"), .madeDirectory)]))
        try desk.note(
            UndoRecord(
                .makeDirectory, on: target.site, time: now,
                steps: [UndoStep(Path("/www/sites"), .madeDirectory)]))
        #expect(try desk.swap() == [])
        let between = whole
        #expect(try desk.undo(1) == [replaced(4)])
        #expect(try desk.undo(2) == [replaced(4)])
        #expect(try desk.undo(3) == [])
        #expect(whole == between)
        #expect(try desk.undo() == [])
        #expect(try desk.undo(1).isEmpty == false)
    }

    @Test("Nor a replacement without a backup before a newer one", arguments: [true, false])
    func withoutBackup(_ keeps: Bool) throws {
        var wishes = SwapDesk.Wishes()
        wishes.backup = nil
        #expect(try desk.swap(wishes) == [])
        source.add("/build/f", "newest")
        if keeps { wishes.backup = ".kept" }
        #expect(try desk.swap(wishes) == [])
        let before = whole
        #expect(try desk.undo(1) == [replaced(2)])
        #expect(whole == before)
        #expect(try desk.undo() == [])
        #expect(try desk.undo() == [])
        #expect(trees.tree("/www/site").first == (keeps ? "/f: newer" : "/f: newest"))
    }

    @Test("What came into it later does not keep the old directory away")
    func newer() throws {
        let first = whole
        #expect(try desk.swap() == [])
        try desk.note(
            UndoRecord(
                .makeDirectory, on: target.site, time: 1,
                steps: [UndoStep(Path("/www/site/more"), .madeDirectory)]))
        #expect(try desk.undo(1) == [])
        #expect(whole == first)
    }

    @Test("A newer renaming of it, or of what it is in, is undone first", arguments: ["/site", ""])
    func renamed(_ below: String) throws {
        let first = whole
        #expect(try desk.swap() == [])
        let (old, new) = (Path("/www" + below), Path("/other"))
        try target.connect().rename(old, to: new)
        try desk.note(
            UndoRecord(
                .rename, on: target.site, time: 1, steps: [UndoStep(new, .renamed(from: old))]))
        #expect(
            try desk.undo(1) == [
                "ftp://target/www/site was renamed since then; run 'ferry undo 2' first."
            ])
        #expect(try desk.undo(2) == [])
        #expect(try desk.undo() == [])
        #expect(whole == first)
    }

    @Test("A newer one that cannot be undone any more does not keep it away for good")
    func failedNewer() throws {
        #expect(try desk.swap() == [])
        source.add("/build/f", "newest")
        #expect(try desk.swap() == [])
        try target.connect().rename(Path("/www/site/.kept/run2"), to: Path("/taken"))
        let before = whole
        #expect(try desk.undo(2).count == 1)
        // Nothing else is in the way, and yet it is another directory: half of it is not what was put there.
        for name in ["same", "new/deep/g"] { target.add("/www/site/" + name, "mine, and longer") }
        let failures = try desk.undo(1)
        #expect(
            failures == [
                "/www/site was kept, because it is not what was put there. The old directory is in "
                    + "/www/site/.kept/run1; to bring it back, rename it by hand."
            ])
        #expect(whole.count == before.count)
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

    @Test("Undo that is broken off goes on where it was, and leaves nothing of what was created")
    func absentBrokenOff() throws {
        try target.connect().rename(Path("/www/site"), to: Path("/www/other"))
        let before = whole
        #expect(try desk.swap() == [])
        target.lay(MemoryFault(.removeFile, "/www/site/same", MemoryFault.broken()))
        #expect(try desk.undo().count == 1)
        #expect(target.node("/www/site") != nil)
        #expect(try desk.records().count == 1)
        #expect(try desk.undo() == [])
        #expect(whole == before)
        #expect(try desk.records().isEmpty)
    }

    // MARK: - What has moved along

    @Test("Where undo is broken off, newer backups come along with another try")
    func clearBrokenOff() throws {
        let first = whole
        #expect(try desk.swap() == [])
        target.add("/www/site/.kept/other/z", "z")
        let new = try #require(
            try desk.records().first?.steps.first?.path.text.dropLast())
        target.lay(MemoryFault(.rename, new + "1/.kept", MemoryFault.broken()))
        #expect(try desk.undo().count == 1)
        #expect(target.text("/www/site/f") == "old")
        #expect(try desk.undo() == [])
        #expect(target.text("/www/site/.kept/other/z") == "z")
        #expect(whole.filter { !$0.contains(".kept") } == first)
    }

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
        // Nothing is told to be where nothing has come to be.
        let old = try #require(try desk.records().first?.steps.first?.path)
        trees.refuse(.rename, old.text)
        #expect(try desk.undo().count == 1)
        #expect(desk.notes == [])
        #expect(target.text("/www/site/.ferry-trash/b") == "b")
        _ = try desk.undo()
        #expect(desk.notes.count == 1 && desk.notes[0].contains("-1/.ferry-trash now"))
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
