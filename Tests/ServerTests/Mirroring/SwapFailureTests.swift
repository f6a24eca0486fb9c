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
        let old = try #require(try trees.beside().first { $0.hasSuffix("-2") })
        #expect(
            failures.dropLast()
                == ["gone/y was changed", "more was added"].map { words in
                    let path = words.prefix { $0 != " " }
                    return "ftp://target/www/site/\(words) meanwhile; it is in "
                        + "ftp://target/www/\(old)/\(path)."
                }, "\(failures)")
        #expect(whole.contains { $0.hasSuffix("-2/gone/y: meanwhile") })
        #expect(whole.contains { $0.hasSuffix("-2/more: more") })
        #expect(!whole.contains { $0.hasSuffix("-2/gone/x: x") })
        try expectRest(failures)
    }

    @Test("With a backup it is told as well, and where it is")
    func changesLateKept() throws {
        once { target, old in
            target.add(old + "/f", "meanwhile")
            target.add(old + "/gone/more", "more")
            target.remove(old + "/gone/x")
        }
        #expect(
            try desk.swap() == [
                "ftp://target/www/site/f was changed meanwhile; it is in "
                    + "ftp://target/www/site/.kept/run1/f.",
                "ftp://target/www/site/gone/more was added meanwhile; it is in "
                    + "ftp://target/www/site/.kept/run1/gone/more.",
                "ftp://target/www/site/gone/x was deleted meanwhile.",
            ])
        #expect(trees.isNew)
        #expect(target.text("/www/site/.kept/run1/f") == "meanwhile")
        guard case .done(_, backup: Path("/www/site/.kept/run1"), rest: nil)? = desk.progress.last
        else {
            Issue.record("\(desk.progress)")
            return
        }
    }

    // MARK: - Failing while the old one goes

    /// Something of the old directory is left, which is told, also by undo; that takes only from the new one
    /// what it alone has.
    private func expectRest(
        _ failures: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(trees.isNew, sourceLocation: sourceLocation)
        let words = "ftp://target/www/site was replaced; what is left of the old directory is in "
        #expect(
            failures.last?.hasPrefix(words) == true
                && failures.last?.hasSuffix("-2; take what you need, then delete it.") == true,
            "\(failures)", sourceLocation: sourceLocation)
        #expect(try desk.records().map(\.lost) == [4], sourceLocation: sourceLocation)
        let rest = whole.filter { $0.contains("-2/") }
        let others = try desk.undo()
        #expect(
            others.count == 1 && others[0].contains("-2 is not empty"), "\(others)",
            sourceLocation: sourceLocation)
        #expect(whole.filter { $0.contains("-2/") } == rest, sourceLocation: sourceLocation)
        #expect(
            trees.tree("/www/site") == ["/f: newer", "/same: same"],
            sourceLocation: sourceLocation)
    }

    @Test(
        "Where the old directory cannot be deleted, it is told where it is, also by undo",
        arguments: [MemoryFault.refused(), MemoryFault.broken()])
    func keepsAll(_ action: MemoryFault.Action) throws {
        let target = target
        var wishes = SwapDesk.Wishes()
        wishes.backup = nil
        wishes.meanwhile = {
            target.lay(MemoryFault(.removeFile, nil, action, times: 99))
        }
        let failures = try desk.swap(wishes)
        target.clearFaults()
        #expect(whole.count { $0.contains("-2/") && $0.contains(": ") } == 4)
        try expectRest(failures)
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
        try expectRest(try desk.swap(wishes))
        guard case .done(_, backup: nil, rest: let rest?)? = desk.progress.last else {
            Issue.record("\(desk.progress)")
            return
        }
        #expect(rest.text.hasSuffix("-2"))
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
        "Killed after any renaming or removal, undo brings the old one back, or touches neither",
        arguments: [true, false])
    func killed(keeps: Bool) throws {
        var (gaps, deletions) = (0, 0)
        for count in 1...20 {
            let trees = try SwapTrees()
            trees.target.add("/www/site/.ferry-trash/b", "b")
            if keeps { trees.target.add("/www/site/.kept/earlier/a", "a") }
            let before = trees.whole
            var wishes = SwapDesk.Wishes()
            if !keeps { wishes.backup = nil }
            trees.target.kill(after: count)
            var isOver = false
            do {
                #expect(try trees.desk.swap(wishes) == [])
                isOver = true
            } catch let error as FileSystemError where error.kind == .cancelled {}
            trees.target.revive()
            let note: Comment = "after \(count) changes: \(trees.whole)"
            let isGap = trees.target.node("/www/site") == nil
            if isGap { gaps += 1 }
            #expect(isGap || trees.isNew, note)
            let record = try #require(try trees.desk.records().first, note)
            // An empty directory is nothing to keep.
            var rest = trees.whole.filter { $0.contains("-2/") }
            if rest.count == 1 { rest = [] }
            let failures = try trees.desk.undo()
            if record.lost == 0 {
                #expect(failures == [] && trees.whole == before, note)
            } else {
                deletions += 1
                #expect(!keeps && !isGap, note)
                #expect(
                    trees.tree("/www/site") == [
                        "/.ferry-trash/", "/.ferry-trash/b: b", "/f: newer", "/same: same",
                    ], note)
                #expect(trees.whole.filter { $0.contains("-2/") } == rest, note)
                #expect(
                    failures.isEmpty == rest.isEmpty
                        && failures.allSatisfy { $0.contains("-2 is not empty") }, note)
            }
            if isOver { break }
            #expect(count < 20, "it comes to no end")
        }
        // Between the two renamings.
        #expect(gaps == 1)
        // Once nothing was removed yet, four files, the directory, and all, twice: also where it was done.
        #expect(deletions == (keeps ? 0 : 8))
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
