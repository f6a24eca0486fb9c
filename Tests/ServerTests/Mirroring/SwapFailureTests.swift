import Files
import Jobs
import Support
import Sync
import Testing

@testable import Engine

@Suite("A target that is to be replaced as a whole, where something comes between")
struct SwapFailureTests {
    private let trees: SwapTrees

    init() throws { trees = try SwapTrees() }

    private var source: MemoryVolume { trees.source }
    private var target: MemoryVolume { trees.target }
    private var desk: SwapDesk { trees.desk }
    private var whole: [String] { trees.whole }

    // MARK: - Failing on the way

    /// Nothing has come of it.
    private func expectNothing(
        _ wishes: SwapDesk.Wishes = SwapDesk.Wishes(), says words: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = whole
        let failures = try desk.swap(wishes)
        target.clearFaults()
        #expect(
            failures.contains { $0.contains(words) }, "\(failures)",
            sourceLocation: sourceLocation)
        #expect(
            failures.contains { $0.contains("was not replaced") }, "\(failures)",
            sourceLocation: sourceLocation)
        #expect(whole == before, sourceLocation: sourceLocation)
        #expect(try desk.records().isEmpty, sourceLocation: sourceLocation)
    }

    @Test("A copy that fails leaves the target, and nothing beside it")
    func copyFails() throws {
        source.lay(MemoryFault(.open, "/build/new/deep/g", MemoryFault.refused(), times: 9))
        try expectNothing(says: "refused")
    }

    @Test("So does a server that renames no directories")
    func firstRenameFails() throws {
        trees.refuse(.rename, "/www/site", times: 9)
        try expectNothing(says: "refused")
    }

    @Test("Where the new directory does not get the name, the old one has it again")
    func secondRenameFails() throws {
        let target = target
        var wishes = SwapDesk.Wishes()
        wishes.meanwhile = {
            target.lay(
                MemoryFault(
                    .rename, SwapTrees.new(on: target), MemoryFault.refused()))
        }
        try expectNothing(wishes, says: "refused")
    }

    @Test("Where neither gets the name, it is told where the old one is, and undo brings it back")
    func tornApart() throws {
        let (before, target) = (whole, target)
        var wishes = SwapDesk.Wishes()
        wishes.meanwhile = {
            let new = SwapTrees.new(on: target)
            for path in [new, new.dropLast() + "2"] {
                target.lay(MemoryFault(.rename, path, MemoryFault.refused()))
            }
        }
        let failures = try desk.swap(wishes)
        #expect(failures.last?.contains("'ferry undo' brings it back") == true, "\(failures)")
        #expect(target.node("/www/site") == nil)
        #expect(try desk.undo() == [])
        #expect(whole == before)
        #expect(try desk.records().isEmpty)
    }

    @Test("What cannot be removed again is told, and undo removes it")
    func leftBehind() throws {
        let target = target
        var wishes = SwapDesk.Wishes()
        wishes.meanwhile = {
            let new = SwapTrees.new(on: target)
            target.lay(MemoryFault(.removeFile, new + "/f", MemoryFault.refused()))
            target.add("/www/site/added", "meanwhile")
        }
        let failures = try desk.swap(wishes)
        #expect(failures.contains { $0.contains("was left behind") }, "\(failures)")
        #expect(try trees.beside().count == 2)
        #expect(try desk.undo() == [])
        #expect(try trees.beside() == ["site"])
        #expect(target.text("/www/site/added") == "meanwhile")
        #expect(target.text("/www/site/gone/x") == "x")
    }

    @Test("Undo that cannot bring the old one back leaves the new one, and may be tried again")
    func undoFails() throws {
        let before = whole
        #expect(try desk.swap() == [])
        let old = try #require(try desk.records().first?.steps.first?.path)
        trees.refuse(.rename, old.text)
        #expect(try desk.undo().count == 1)
        #expect(trees.isNew)
        #expect(try desk.undo() == [])
        #expect(whole == before)
        #expect(try desk.records().isEmpty)
    }

    @Test("A renaming whose answer was lost is a renaming")
    func lostAnswer() throws {
        target.lay(MemoryFault(.rename, "/www/site", .shorten(to: 100)))
        #expect(try desk.swap() == [])
        #expect(trees.isNew)
    }

    @Test(
        "A target that changes meanwhile is not replaced",
        arguments: ["/www/site/added", "/www/site/gone/added", "/www/site/f", "-/www/site/same"])
    func changesMeanwhile(_ path: String) throws {
        let target = target
        var wishes = SwapDesk.Wishes()
        let isGone = path.hasPrefix("-")
        let name = isGone ? String(path.dropFirst()) : path
        wishes.meanwhile = {
            if isGone { target.remove(name) } else { target.add(name, "meanwhile") }
        }
        let failures = try desk.swap(wishes)
        #expect(
            failures == [
                "ftp://target\(name) was changed since the comparison, so ftp://target/www/site was "
                    + "not replaced; run it again."
            ])
        #expect(target.text(name) == (isGone ? nil : "meanwhile"))
        #expect(target.text("/www/site/gone/x") == "x")
        #expect(try trees.beside() == ["site"])
        #expect(try desk.records().isEmpty)
    }

    /// Does something to the old directory as soon as it has made room.
    private func once(moved: @escaping @Sendable (MemoryVolume, _ old: String) -> Void) {
        let target = target
        target.afterRenaming { from, old in
            guard from.text == "/www/site" else { return }
            target.afterRenaming(nil)
            moved(target, old.text)
        }
    }

    @Test("What changes between the last look and the deleting stays, and is told")
    func changesLate() throws {
        var wishes = SwapDesk.Wishes()
        wishes.backup = nil
        once { target, old in
            target.add(old + "/gone/y", "meanwhile")
            target.add(old + "/more", "more")
        }
        let failures = try desk.swap(wishes)
        #expect(trees.isNew)
        #expect(failures.contains { $0.contains("-2/gone/y was changed") }, "\(failures)")
        #expect(failures.last?.contains("the rest of the old directory is in") == true)
        #expect(whole.contains { $0.hasSuffix("-2/gone/y: meanwhile") })
        #expect(whole.contains { $0.hasSuffix("-2/more: more") })
        #expect(!whole.contains { $0.hasSuffix("-2/gone/x: x") })
        // What is left is told once more.
        let others = try desk.undo()
        #expect(others.contains { $0.contains("-2 is not empty") }, "\(others)")
    }

    @Test("With a backup it is told as well, and where it is")
    func changesLateKept() throws {
        once { target, old in
            target.add(old + "/f", "meanwhile")
            target.add(old + "/gone/more", "more")
        }
        #expect(
            try desk.swap() == [
                "ftp://target/www/site/f was changed meanwhile; it is in "
                    + "ftp://target/www/site/.kept/run1/f.",
                "ftp://target/www/site/gone/more was changed meanwhile; it is in "
                    + "ftp://target/www/site/.kept/run1/gone/more.",
            ])
        #expect(trees.isNew)
        #expect(target.text("/www/site/.kept/run1/f") == "meanwhile")
    }

    // MARK: - Failing while the old one goes

    @Test("Where nothing of the old directory can be deleted, it can come back whole")
    func keepsAll() throws {
        let (before, target) = (whole, target)
        var wishes = SwapDesk.Wishes()
        wishes.backup = nil
        wishes.meanwhile = {
            target.lay(MemoryFault(.removeFile, nil, MemoryFault.refused(), times: 99))
        }
        let failures = try desk.swap(wishes)
        target.clearFaults()
        #expect(trees.isNew)
        #expect(
            failures.last?.contains("/www/site was replaced, and the old directory was kept")
                == true
                && failures.last?.contains("'ferry undo' brings it back") == true, "\(failures)")
        #expect(try desk.records().map(\.lost) == [0])
        #expect(try desk.undo() == [])
        #expect(whole == before)
    }

    @Test("Where the connection is lost meanwhile, it is told where the rest is, also by undo")
    func losesConnection() throws {
        let target = target
        var wishes = SwapDesk.Wishes()
        wishes.backup = nil
        wishes.meanwhile = {
            let old = SwapTrees.new(on: target).dropLast() + "2"
            target.lay(MemoryFault(.removeFile, old + "/same", MemoryFault.broken()))
        }
        let failures = try desk.swap(wishes)
        #expect(trees.isNew)
        #expect(
            failures.last?.contains("the rest of the old directory is in") == true, "\(failures)")
        let others = try desk.undo()
        #expect(others.contains { $0.contains("-2 is not empty") }, "\(others)")
        #expect(target.text("/www/site/same") == "same")
    }

    @Test("Where the backup cannot be made, the new one stays, and undo brings the old one back")
    func losesBackup() throws {
        let (before, target) = (whole, target)
        var wishes = SwapDesk.Wishes()
        wishes.meanwhile = {
            target.lay(MemoryFault(.makeDirectory, "/www/site/.kept", MemoryFault.refused()))
        }
        let failures = try desk.swap(wishes)
        #expect(trees.isNew)
        #expect(
            failures.last?.contains("/www/site was replaced, and the old directory was kept")
                == true,
            "\(failures)")
        #expect(try desk.undo() == [])
        #expect(whole == before)
    }

    // MARK: - Killed

    @Test(
        "Killed at any step, the target is old or new, and undo brings the old one back",
        arguments: [true, false])
    func killed(keeps: Bool) throws {
        var (gaps, deletions) = (0, 0)
        for end in 0...60 {
            let trees = try SwapTrees()
            trees.target.add("/www/site/.ferry-trash/b", "b")
            if keeps { trees.target.add("/www/site/.kept/earlier/a", "a") }
            let (before, old) = (trees.whole, trees.tree("/www/site"))
            var wishes = SwapDesk.Wishes()
            wishes.end = end
            if !keeps { wishes.backup = nil }
            var isOver = false
            do {
                #expect(try trees.desk.swap(wishes) == [])
                isOver = true
            } catch is SwapDesk.Killed {}
            let note: Comment = "after \(end) steps: \(trees.whole)"
            let isOld = trees.tree("/www/site") == old
            let isBeside = trees.whole.contains { $0.hasSuffix("-2/gone/x: x") }
            let isGap = isBeside && trees.target.node("/www/site") == nil
            if isGap { gaps += 1 }
            #expect(isOld || trees.isNew || isGap, note)
            guard let record = try trees.desk.records().first else {
                #expect(isOld, note)
                continue
            }
            let failures = try trees.desk.undo()
            if record.lost == 0 || isBeside {
                #expect(failures == [] && trees.whole == before, note)
            } else {
                // The old one is gone, which is known.
                deletions += 1
                #expect(trees.target.text("/www/site/same") == "same", note)
                #expect(!trees.whole.contains { $0.contains("-2/") }, note)
            }
            if isOver { break }
            #expect(end < 60, "it comes to no end")
        }
        // Between the two renamings, and where the answer to the second was not looked for.
        #expect(gaps > 0)
        #expect(deletions > 0 || keeps)
    }

    @Test("Undo removes what a copy that was killed has left of a file")
    func parts() throws {
        let (before, target) = (whole, target)
        var wishes = SwapDesk.Wishes()
        wishes.end = 4
        wishes.meanwhile = {
            guard let new = target.paths.first(where: { $0.hasPrefix("/www/.ferry-") }) else {
                return
            }
            target.add(new + "new/.ferry-abcdefgh-1", "half")
        }
        #expect(throws: SwapDesk.Killed.self) { try desk.swap(wishes) }
        #expect(whole.contains { $0.hasSuffix(".ferry-abcdefgh-1: half") })
        #expect(try desk.undo() == [])
        #expect(whole == before)
    }
}
