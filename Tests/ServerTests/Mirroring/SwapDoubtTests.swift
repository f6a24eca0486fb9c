import Files
import Support
import Testing

@testable import Engine

@Suite("A target that is to be replaced as a whole, where nobody knows what a server has done")
struct SwapDoubtTests {
    private let trees: SwapTrees

    init() throws { trees = try SwapTrees() }

    private var target: MemoryVolume { trees.target }
    private var desk: SwapDesk { trees.desk }
    private var whole: [String] { trees.whole }

    /// Lays faults for what is renamed, once the copies are made.
    private func wishes(
        _ path: @escaping (_ new: String) -> String, _ action: MemoryFault.Action
    ) -> SwapDesk.Wishes {
        let target = target
        var wishes = SwapDesk.Wishes()
        wishes.meanwhile = {
            target.lay(MemoryFault(.rename, path(SwapTrees.new(on: target)), action))
        }
        return wishes
    }

    /// What has a path that ends so is there, and the copy is whole.
    private func expectCopy(at suffix: String, sourceLocation: SourceLocation = #_sourceLocation) {
        for end in ["f: newer", "same: same", "new/deep/g: g"] {
            #expect(
                whole.contains { $0.hasSuffix("\(suffix)/\(end)") }, "\(whole)",
                sourceLocation: sourceLocation)
        }
    }

    @Test("Where the answer to the first renaming is lost, and nobody can look, all is kept")
    func lostFirst() throws {
        let (before, target) = (whole, target)
        target.afterRenaming { _, _ in
            target.lay(MemoryFault(.connect, nil, MemoryFault.broken()))
            target.afterRenaming(nil)
        }
        let failures = try desk.swap(wishes({ _ in "/www/site" }, .shorten(to: 100)))
        #expect(
            failures.last?.contains("-2 now; 'ferry undo' brings it back") == true, "\(failures)")
        expectCopy(at: "-1")
        #expect(try desk.records().count == 1)
        #expect(try desk.undo() == [])
        #expect(whole == before)
    }

    @Test("The same of the second: the new directory is there")
    func lostSecond() throws {
        let (before, target) = (whole, target)
        target.afterRenaming { old, _ in
            guard old.text.hasSuffix("-1") else { return }
            target.lay(MemoryFault(.connect, nil, MemoryFault.broken()))
            target.afterRenaming(nil)
        }
        #expect(try desk.swap(wishes({ $0 }, .shorten(to: 100))) == [])
        #expect(trees.isNew)
        #expect(try desk.undo() == [])
        #expect(whole == before)
    }

    @Test(
        "Where no answer comes, nothing is deleted: the server may finish later",
        arguments: [FileSystemError.Kind.connection, .timeout], [true, false])
    func finishesLater(_ kind: FileSystemError.Kind, isFirst: Bool) throws {
        let before = whole
        let lost = MemoryFault.Action.fail(
            FileSystemError(kind, detail: "There was no answer.", isTransient: true))
        let failures = try desk.swap(wishes({ isFirst ? "/www/site" : $0 }, lost))
        let all = failures.joined(separator: " ")
        #expect(all.contains("www/site ") && all.contains("-2"), "\(all)")
        expectCopy(at: "-1")
        #expect(try desk.records().count == 1)
        let new = SwapTrees.new(on: target)
        let files = target.connect()
        if isFirst {
            try files.rename(Path("/www/site"), to: Path(new.dropLast() + "2"))
        } else {
            try files.rename(Path(new), to: Path("/www/site"))
        }
        #expect(try desk.undo() == [])
        #expect(whole == before)
    }

    @Test("Where a server has moved only a part of the old directory, all is kept and named")
    func halfFirst() throws {
        let failures = try desk.swap(wishes({ _ in "/www/site" }, .halve))
        let all = failures.joined(separator: " ")
        #expect(all.contains("www/site ") && all.contains("-1") && all.contains("-2"), "\(all)")
        expectCopy(at: "-1")
        for end in ["f: old", "gone/x: x", "gone/y: y", "same: same"] {
            #expect(whole.contains { $0.hasSuffix("/" + end) }, "\(whole)")
        }
        let between = whole
        #expect(try desk.records().count == 1)
        #expect(try desk.undo().isEmpty == false)
        #expect(whole == between)
    }

    @Test("The same of the new one")
    func halfSecond() throws {
        let failures = try desk.swap(wishes({ $0 }, .halve))
        let all = failures.joined(separator: " ")
        #expect(all.contains("www/site ") && all.contains("-1") && all.contains("-2"), "\(all)")
        for end in ["f: newer", "same: same", "new/deep/g: g", "-2/gone/x: x", "-2/f: old"] {
            #expect(whole.contains { $0.hasSuffix(end) }, "\(whole)")
        }
        #expect(try desk.records().count == 1)
    }

    @Test("The same where there was no directory before")
    func halfAbsent() throws {
        let files = target.connect()
        try files.rename(Path("/www/site"), to: Path("/www/other"))
        let failures = try desk.swap(wishes({ $0 }, .halve))
        let all = failures.joined(separator: " ")
        #expect(
            all.contains("It is not known whether ftp://target/www/site is whole now")
                && all.contains("-1, which was kept as well"), "\(all)")
        for end in ["f: newer", "same: same", "new/deep/g: g"] {
            #expect(whole.contains { $0.hasSuffix(end) }, "\(whole)")
        }
        #expect(try desk.records().count == 1)
    }
}
