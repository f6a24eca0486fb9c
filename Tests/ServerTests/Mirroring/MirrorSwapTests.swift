import Files
import Jobs
import Support
import Sync
import Testing

@testable import Engine

@Suite("A target that is replaced as a whole")
struct MirrorSwapTests {
    private let trees: SwapTrees

    init() throws { trees = try SwapTrees() }

    private var source: MemoryVolume { trees.source }
    private var target: MemoryVolume { trees.target }
    private var desk: SwapDesk { trees.desk }
    private var whole: [String] { trees.whole }

    // MARK: - Done

    @Test("The old directory is kept as it was, nothing is left beside, and undo brings it back")
    func keeps() throws {
        let before = whole
        #expect(try desk.swap() == [])
        #expect(trees.isNew)
        #expect(
            trees.tree("/www/site/.kept/run1") == [
                "/f: old", "/gone/", "/gone/x: x", "/gone/y: y", "/same: same",
            ])
        #expect(try trees.beside() == ["site"])
        guard case .directory(_, let mode) = target.node("/www/site/.kept") else {
            Issue.record("nothing is kept")
            return
        }
        #expect(mode == 0o700)
        #expect(try desk.differences() == [])
        #expect(try desk.records().count == 1)
        #expect(try desk.undo() == [])
        #expect(whole == before)
        #expect(try desk.records().isEmpty)
    }

    @Test("Without a backup the old one goes, and undo takes back only what was new")
    func deletes() throws {
        var wishes = SwapDesk.Wishes()
        wishes.backup = nil
        #expect(try desk.swap(wishes) == [])
        #expect(trees.isNew)
        #expect(try trees.beside() == ["site"])
        let records = try desk.records()
        // The file that was replaced, and a directory with two that were deleted.
        #expect(records.map(\.lost) == [4])
        #expect(try desk.undo() == [])
        #expect(trees.tree("/www/site") == ["/f: newer", "/same: same"])
    }

    @Test("What earlier runs and servers have put aside moves along, and back again")
    func movesAlong() throws {
        target.add("/www/site/.kept/earlier/a", "a")
        target.add("/www/site/.ferry-trash/b", "b")
        let before = whole
        #expect(try desk.swap() == [])
        source.add("/build/more", "more")
        let between = whole
        #expect(try desk.swap() == [])
        for name in ["earlier/a", "run1/f", "run2/f", "run2/new/deep/g"] {
            #expect(target.text("/www/site/.kept/" + name) != nil, "\(name)")
        }
        #expect(target.text("/www/site/.ferry-trash/b") == "b")
        #expect(target.node("/www/site/.kept/run2/.ferry-trash") == nil)
        #expect(trees.isNew)
        #expect(try desk.undo() == [])
        #expect(whole == between)
        #expect(try desk.undo() == [])
        #expect(whole == before)
    }

    @Test("The new directory has the old one's permissions")
    func modes() throws {
        let files = target.connect()
        try files.setMode(0o2750, of: Path("/www/site"))
        #expect(try desk.swap() == [])
        #expect(try files.entry(at: Path("/www/site"))?.mode == 0o2750)
    }

    @Test("A target that is not there is made, and undone")
    func absent() throws {
        let files = target.connect()
        try files.rename(Path("/www/site"), to: Path("/www/other"), replacement: nil)
        let before = whole
        #expect(try desk.swap() == [])
        #expect(trees.isNew)
        #expect(try desk.undo() == [])
        #expect(whole == before)
    }

    @Test("What somebody has changed since is kept by undo, beside the old directory")
    func changedSince() throws {
        #expect(try desk.swap() == [])
        target.add("/www/site/f", "mine")
        target.add("/www/site/.kept/other/z", "z")
        let failures = try desk.undo()
        #expect(failures.contains { $0.contains("/f was changed since") }, "\(failures)")
        #expect(target.text("/www/site/f") == "old" && target.text("/www/site/gone/x") == "x")
        #expect(target.text("/www/site/.kept/other/z") == "z")
        #expect(whole.contains { $0.hasPrefix("/.ferry-") && $0.hasSuffix("/f: mine") })
    }

    @Test("Undo leaves the new directory where the backup is gone")
    func goneBackup() throws {
        #expect(try desk.swap() == [])
        try target.connect().rename(
            Path("/www/site/.kept/run1"), to: Path("/taken"), replacement: nil)
        let before = whole
        #expect(
            try desk.undo() == [
                "/www/site was kept, because /www/site/.kept/run1 no longer exists."
            ])
        #expect(whole == before)
    }

    // MARK: - Refused

    private func expectRefusal(
        _ refusal: SwapRefusal, _ wishes: SwapDesk.Wishes = SwapDesk.Wishes(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = whole
        #expect(throws: refusal, sourceLocation: sourceLocation) { try desk.swap(wishes) }
        #expect(whole == before, sourceLocation: sourceLocation)
        #expect(try desk.records().isEmpty, sourceLocation: sourceLocation)
        #expect(target.count("makeDirectory") == 0, sourceLocation: sourceLocation)
    }

    private func place(_ path: String) -> Location {
        Location(site: target.site, path: Path(path))
    }

    @Test("What only the target has needs --delete")
    func extra() throws {
        var wishes = SwapDesk.Wishes()
        wishes.deletes = false
        try expectRefusal(.extra(place("/www/site/gone")), wishes)
        target.remove("/www/site/gone")
        #expect(try desk.swap(wishes) == [])
    }

    @Test("What a filter hides would be lost")
    func hidden() throws {
        var wishes = SwapDesk.Wishes()
        wishes.excluded = "x"
        try expectRefusal(.hidden(place("/www/site/gone/x")), wishes)
        target.remove("/www/site/gone/x")
        target.add("/www/site/x", "x")
        try expectRefusal(.hidden(place("/www/site/x")), wishes)
        target.remove("/www/site/x")
        // Of the source it is just not copied.
        source.add("/build/x", "x")
        #expect(try desk.swap(wishes) == [])
        #expect(target.text("/www/site/x") == nil)
    }

    @Test("Directories that a filter only passes through go along for what is in them")
    func passed() throws {
        var wishes = SwapDesk.Wishes()
        wishes.included = "g"
        for name in ["same", "f", "gone"] { target.remove("/www/site/" + name) }
        target.add("/www/site/new/deep/g", "old")
        target.add("/www/site/bare/g", "only here")
        // Nothing of the source goes into it, and yet no row takes it away.
        try expectRefusal(.hidden(place("/www/site/bare")), wishes)
        target.remove("/www/site/bare/g")
        target.remove("/www/site/bare")
        #expect(try desk.swap(wishes) == [])
        #expect(
            trees.tree("/www/site").filter { !$0.hasPrefix("/.") } == [
                "/new/", "/new/deep/", "/new/deep/g: g",
            ])
        #expect(try desk.differences(wishes) == [])
    }

    @Test("A device and an unfinished file are no part of the comparison either")
    func special() throws {
        target.addOther("/www/site/device")
        try expectRefusal(.hidden(place("/www/site/device")))
        target.remove("/www/site/device")
        target.add("/www/site/gone/.ferry-abcdefgh-1", "x")
        try expectRefusal(.hidden(place("/www/site/gone/.ferry-abcdefgh-1")))
        target.remove("/www/site/gone/.ferry-abcdefgh-1")
        target.add("/www/site/.ferry-abcdefgh-1", "x")
        try expectRefusal(.hidden(place("/www/site/.ferry-abcdefgh-1")))
    }

    @Test("The guards of --delete hold: too many files, and an empty source")
    func guards() throws {
        var wishes = SwapDesk.Wishes()
        wishes.limit = .files(1)
        try expectRefusal(.kept(place("/www/site")), wishes)
        for name in ["same", "f", "new", "bare"] { source.remove("/build/" + name) }
        wishes.limit = .usual
        try expectRefusal(.kept(place("/www/site")), wishes)
        wishes.limit = .percent(100)
        #expect(try desk.swap(wishes) == [])
        #expect(try target.connect().list(Path("/www/site")).entries.map(\.name.text) == [".kept"])
    }

    @Test("A directory that cannot be listed on either side")
    func unread() throws {
        trees.refuse(.list, "/www/site/gone", times: 9)
        try expectRefusal(.kept(place("/www/site")))
        target.clearFaults()
        source.lay(MemoryFault(.list, "/build/new/deep", MemoryFault.refused(), times: 9))
        try expectRefusal(.kept(place("/www/site")))
    }

    @Test("A file where the source has a directory, without --delete")
    func conflict() throws {
        target.remove("/www/site/gone")
        target.add("/www/site/new", "a file")
        var wishes = SwapDesk.Wishes()
        wishes.deletes = false
        try expectRefusal(.stays(place("/www/site/new"), in: place("/www/site")), wishes)
    }

    @Test("A link, and a root directory")
    func places() throws {
        try target.connect().rename(Path("/www/site"), to: Path("/www/real"), replacement: nil)
        target.addLink("/www/site", to: "real")
        try expectRefusal(.link(place("/www/site")))
        let (source, target) = (source, target)
        let root = try SwapDesk(
            Pair(
                Location(site: source.site, path: Path("/build")),
                Location(site: target.site, path: .root))
        ) { $0 == source.site ? source.connect() : target.connect() }
        #expect(throws: SwapRefusal.root(place("/"))) { try root.swap() }
    }
}
