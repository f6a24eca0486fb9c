import Files
import Jobs
import Support
import Sync
import Testing

@testable import Engine

@Suite("What is taken care of when a target is replaced as a whole")
struct SwapCareTests {
    private let trees: SwapTrees

    init() throws { trees = try SwapTrees() }

    private var source: MemoryVolume { trees.source }
    private var target: MemoryVolume { trees.target }
    private var desk: SwapDesk { trees.desk }
    private var whole: [String] { trees.whole }

    private func mode(_ path: String) -> UInt16? {
        switch target.node(path) {
        case .file(_, _, let mode): mode
        case .directory(_, let mode): mode
        default: nil
        }
    }

    // MARK: - Permissions

    @Test(
        "Nobody else looks into the new directory before it is whole",
        arguments: [0o2751 as UInt16?, nil])
    func closed(_ old: UInt16?) throws {
        let (target, files) = (target, target.connect())
        if let old {
            try files.setMode(old, of: Path("/www/site"))
        } else {
            try files.rename(Path("/www/site"), to: Path("/www/other"))
        }
        var wishes = SwapDesk.Wishes()
        wishes.meanwhile = {
            guard case .directory(_, let mode) = target.node(SwapTrees.new(on: target)) else {
                Issue.record("there is no new directory")
                return
            }
            #expect(mode == 0o700)
        }
        #expect(try desk.swap(wishes) == [])
        #expect(mode("/www/site") == old ?? 0o755)
    }

    @Test("Where permissions are not compared, what has the same path keeps them")
    func keepsModes() throws {
        source.add("/build/deep/h", "h")
        target.add("/www/site/deep/h", "old h")
        let files = target.connect()
        for (path, mode) in [("f", 0o600), ("same", 0o640), ("deep", 0o2770), ("deep/h", 0o4755)] {
            try files.setMode(UInt16(mode), of: Path("/www/site/" + path))
        }
        #expect(try desk.swap() == [])
        #expect(mode("/www/site/f") == 0o600 && mode("/www/site/same") == 0o640)
        #expect(mode("/www/site/deep") == 0o2770 && mode("/www/site/deep/h") == 0o4755)
        #expect(mode("/www/site/new") == 0o755)
    }

    @Test("Where they are compared, the source's count, but for a directory's set-ID bits")
    func comparesModes() throws {
        source.add("/build/deep/h", "h")
        target.add("/www/site/deep/h", "h")
        let files = target.connect()
        try files.setMode(0o600, of: Path("/www/site/f"))
        try files.setMode(0o3770, of: Path("/www/site/deep"))
        var wishes = SwapDesk.Wishes()
        wishes.comparesModes = true
        #expect(try desk.swap(wishes) == [])
        #expect(mode("/www/site/f") == 0o644)
        #expect(mode("/www/site/deep") == 0o3755)
    }

    // MARK: - Backups

    @Test("A backup may lie deeper: what is in it is no part of the target")
    func deepBackup() throws {
        let before = whole
        var wishes = SwapDesk.Wishes()
        wishes.backup = "backups/site"
        #expect(try desk.swap(wishes) == [])
        source.add("/build/more", "more")
        let between = whole
        wishes.deletes = false
        #expect(try desk.swap(wishes) == [])
        #expect(target.text("/www/site/backups/site/run1/gone/x") == "x")
        #expect(target.text("/www/site/backups/site/run2/f") == "newer")
        #expect(target.node("/www/site/backups/site/run2/backups/site") == nil)
        #expect(try desk.undo() == [])
        #expect(whole == between)
        #expect(try desk.undo() == [])
        #expect(whole == before)
    }

    // MARK: - What nobody sees

    @Test(
        "Where listings leave something out, there must be a backup",
        arguments: [UnlistedNames.links, .hidden])
    func unlisted(_ names: UnlistedNames) throws {
        target.add("/www/site/.htaccess", "hidden")
        target.addLink("/www/site/link", to: "f")
        if names == .hidden { source.addLink("/build/link", to: "f") }
        if names == .links { source.add("/build/.htaccess", "hidden") }
        target.leaveOut(names)
        let before = whole
        var wishes = SwapDesk.Wishes()
        wishes.backup = nil
        let place = Location(site: target.site, path: Path("/www/site"))
        #expect(throws: SwapRefusal.unlisted(place, names)) { try desk.swap(wishes) }
        #expect(whole == before)
        wishes.backup = "kept"
        wishes.mayWarn = true
        #expect(try desk.swap(wishes) == [])
        #expect(desk.warnings.count == 1 && desk.warnings[0].contains("/kept/run2"))
        let lost = names == .hidden ? ".htaccess" : "link"
        #expect(target.node("/www/site/" + lost) == nil)
        #expect(target.node("/www/site/kept/run2/" + lost) != nil)
        #expect(try desk.undo() == [])
        #expect(whole == before)
    }

    @Test("Where links look like what they lead to, there must be a backup")
    func linkNature() throws {
        target.add("/data/uploads/u", "u")
        target.addLink("/www/site/gone/uploads", to: "/data/uploads")
        target.leaveOut(.linkNature)
        let before = target.paths
        var wishes = SwapDesk.Wishes()
        wishes.backup = nil
        let place = Location(site: target.site, path: Path("/www/site"))
        #expect(throws: SwapRefusal.unlisted(place, .linkNature)) { try desk.swap(wishes) }
        #expect(target.paths == before)
        #expect(try desk.swap() == [])
        #expect(target.text("/data/uploads/u") == "u")
        #expect(try desk.undo() == [])
        #expect(target.paths == before)
    }

    @Test("What is put aside moves along also where nobody sees it")
    func hiddenAlong() throws {
        target.add("/www/site/.ferry-trash/x", "x")
        target.add("/www/site/.kept/earlier/a", "a")
        target.leaveOut(.hidden)
        let before = whole
        var wishes = SwapDesk.Wishes()
        wishes.mayWarn = true
        #expect(try desk.swap(wishes) == [])
        #expect(target.text("/www/site/.ferry-trash/x") == "x")
        #expect(target.text("/www/site/.kept/earlier/a") == "a")
        #expect(try desk.undo() == [])
        #expect(whole == before)
    }

    // MARK: - What is known of it

    @Test("Where nothing can be kept for undo, nothing is written")
    func noStore() throws {
        let before = whole
        try desk.loseStore()
        let failures = try desk.swap()
        #expect(
            failures.count == 1
                && failures[0].hasPrefix(
                    "ftp://target/www/site was not replaced, because it could not be undone."),
            "\(failures)")
        #expect(whole == before)
        #expect(target.count("makeDirectory") == 0)
    }

    @Test("Directories that a filter passes through are removed again as well")
    func passed() throws {
        let target = target
        source.add("/build/docs/deep/g", "g")
        var wishes = SwapDesk.Wishes()
        wishes.included = "g"
        for name in ["same", "f", "gone/x", "gone/y", "gone"] {
            target.remove("/www/site/" + name)
        }
        target.add("/www/site/new/deep/g", "old")
        wishes.meanwhile = { target.add("/www/site/new/deep/g", "meanwhile") }
        let failures = try desk.swap(wishes)
        #expect(
            failures == [
                "ftp://target/www/site/new/deep/g was changed since the comparison, so "
                    + "ftp://target/www/site was not replaced; run it again."
            ])
        #expect(try trees.beside() == ["site"])
        #expect(try desk.records().isEmpty)
    }

    @Test("What a server spells otherwise is known, and what somebody has added is not")
    func leavings() throws {
        func row(
            _ path: String, _ kind: Entry.Kind, size: UInt64? = nil
        ) throws -> (names: [Name], entry: Entry) {
            let names = Path(path).components
            return (names, Entry(name: try #require(names.last), kind: kind, size: size))
        }
        var made: [[Name]: [Name: Entry?]] = [:]
        for (names, entry) in try [
            row("/\u{e4}", .directory), row("/\u{e4}/f", .file, size: 3),
            row("/Big", .file, size: 3), row("/other size", .file, size: 3),
            row("/other kind", .link),
        ] {
            made[names.dropLast(), default: [:]][entry.name] = entry
        }
        let found = try [
            row("/a\u{308}", .directory), row("/a\u{308}/f", .file, size: 3),
            row("/a\u{308}/other", .file), row("/big", .file, size: 3), row("/more", .file),
            row("/.ferry-abcdefgh-1", .file), row("/other size", .file, size: 4),
            row("/other kind", .file),
        ]
        let rows = SwapLeavings(made).rows(found)
        #expect(
            Set(rows.map { Path(components: $0.difference.names.second) })
                == Set(["/a\u{308}", "/a\u{308}/f", "/big", "/.ferry-abcdefgh-1"].map { Path($0) }))
    }
}
