import Files
import Support
import Sync
import Testing

@testable import UI

@Suite("The ticks of a plan")
struct PlanTicksTests {
    private func list(_ trees: PlantedPlan = .site) -> PlanList {
        let order = PlanOrder(
            .mirror(deletes: true),
            Pair(
                Location(site: .local, path: Path("/a")), Location(site: .local, path: Path("/b"))))
        return PlanList(trees.plan(order))
    }

    private func row(_ path: String, _ list: PlanList) throws -> Int {
        try #require(
            list.index.marks.indices.first {
                VisibleText.make(list.plan.rows.row(at: $0).difference.path) == path
            })
    }

    private func unticked(_ list: PlanList) -> [String] {
        list.index.marks.indices.filter { !list.isTicked($0) }
            .map { VisibleText.make(list.plan.rows.row(at: $0).difference.path) }
    }

    @Test("A directory that is not made has nothing copied into it; what is has one")
    func made() throws {
        var list = list()
        list.toggle(try row("new", list))
        #expect(
            unticked(list) == ["new", "new/a.txt", "new/deep", "new/deep/b.txt", "new/deep/ü.txt"])
        list.toggle(try row("new/deep/b.txt", list))
        #expect(unticked(list) == ["new/a.txt", "new/deep/ü.txt"])
        #expect(PlanTicks.fault(list) == nil)
        list.toggle(try row("new/deep", list))
        #expect(unticked(list) == ["new/a.txt", "new/deep", "new/deep/b.txt", "new/deep/ü.txt"])
        list.toggle(try row("new/deep", list))
        #expect(unticked(list) == ["new/a.txt"])
        #expect(PlanTicks.fault(list) == nil)
    }

    @Test("A directory of which something stays is not deleted")
    func deleted() throws {
        var list = list()
        list.toggle(try row("old/sub/z.txt", list))
        #expect(unticked(list) == ["old", "old/sub", "old/sub/z.txt"])
        #expect(list.totals.sides.second.deletedDirectories == 0)
        #expect(list.totals.sides.second.deletedFiles == 3)
        list.toggle(try row("old", list))
        #expect(unticked(list) == [])
        #expect(PlanTicks.fault(list) == nil)
    }

    @Test("A file in whose place a directory comes has to be replaced for what is in there")
    func kinds() throws {
        var trees = PlantedPlan.site
        trees.first["thing"] = [.file("in", 1)]
        var list = list(trees)
        list.toggle(try row("thing", list))
        #expect(unticked(list) == ["thing", "thing/in"])
        list.toggle(try row("thing/in", list))
        #expect(unticked(list) == [])
    }

    @Test("Unticking all replacements unticks what would come into their places as well")
    func unseen() throws {
        var trees = PlantedPlan.site
        trees.first["thing"] = [.file("in", 1)]
        var list = list(trees)
        list.show(.replacements, height: 20)
        list.setAll(false)
        #expect(unticked(list) == ["index.html", "thing", "thing/in"])
        #expect(PlanTicks.fault(list) == nil)
    }

    @Test("A directory and a file that are both kept belong to what is in the directory")
    func keptTwice() throws {
        let places = Pair(
            Location(site: .local, path: Path("/a")), Location(site: .local, path: Path("/b")))
        for isFirst in [true, false] {
            var trees = PlantedPlan()
            let (folder, file) = ([Entry.folder("x")], [Entry.file("x", 3)])
            trees.first = ["": isFirst ? folder : file]
            trees.second = ["": isFirst ? file : folder]
            if isFirst {
                trees.first["x"] = [.file("in", 1)]
            } else {
                trees.second["x"] = [.file("in", 1)]
            }
            var list = PlanList(trees.plan(PlanOrder(.sync(.keepBoth), places)))
            let rows = list.index.marks.indices.map {
                VisibleText.make(list.plan.rows.row(at: $0).difference.path)
            }
            #expect(rows == ["x", "x/in"])
            #expect(list.totals.keptTwice == 1)
            list.toggle(try row("x", list))
            #expect(unticked(list) == ["x", "x/in"])
            list.toggle(try row("x/in", list))
            #expect(unticked(list) == [])
        }
    }

    @Test("The permissions of a directory are ticked without what is in it")
    func permissions() throws {
        var trees = PlantedPlan()
        var folder = Entry.folder("docs")
        trees.first = ["": [folder], "docs": [.file("a", 1), .file("b", 1)]]
        folder.mode = 0o700
        trees.second = ["": [folder]]
        var list = list(trees)
        list.toggle(try row("docs", list))
        #expect(unticked(list) == ["docs"])
    }

    @Test("What gets a new name is taken out of a directory before that is deleted")
    func moves() throws {
        let time = CivilTime(year: 2026, month: 11, day: 1)
        let moved = Entry.file("big.iso", 5_000_000, time)
        let from = Location(site: .local, path: Path("/a"))
        let to = Location(site: .local, path: Path("/b"))
        var trees = PlantedPlan()
        trees.first = ["": [.folder("away"), moved]]
        trees.second = ["": [.folder("away"), .folder("gone")], "gone": [moved]]
        let names = try [#require(Name("gone")), #require(Name("big.iso"))]
        trees.memory = SyncMemory(
            [
                SyncMemory.Item(
                    Pair([names[0]], [names[0]]), Pair(.folder("gone"), .folder("gone"))),
                SyncMemory.Item(Pair(names, names), Pair(moved, moved)),
            ], time: 1_000)
        var list = PlanList(trees.plan(PlanOrder(.sync(.keepBoth), Pair(from, to))))
        let move = try row("big.iso", list)
        let gone = try row("gone", list)
        #expect(list.index.marks[move].deed == .rename)
        list.toggle(move)
        #expect(!list.isTicked(gone))
        list.toggle(gone)
        #expect(list.isTicked(move))
        #expect(PlanTicks.fault(list) == nil)
    }

    @Test("All, none and the others hold for what is shown, and leave nothing that cannot be done")
    func all() throws {
        var list = list()
        list.setAll(false)
        #expect(list.ticked.isEmpty)
        #expect(list.totals == PlanTotals())
        list.setFilter("b.txt", height: 9)
        list.setAll(true)
        list.setFilter("", height: 9)
        #expect(list.ticked.count == 3)
        #expect(PlanTicks.fault(list) == nil)
        list.setAll(nil)
        #expect(PlanTicks.fault(list) == nil)
        list.setAll(true)
        #expect(unticked(list) == [])
        list.show(.deletions, height: 9)
        list.setAll(false)
        #expect(unticked(list) == ["old", "old/sub", "old/sub/z.txt", "old/x.txt", "old/y.txt"])
    }

    @Test("Whatever is ticked in whatever order can be done", arguments: 1...20)
    func random(_ seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        var list = list()
        for _ in 0..<200 {
            let row = Int.random(in: list.index.marks.indices, using: &random)
            switch Int.random(in: 0..<20, using: &random) {
            case 0: list.setAll(nil)
            case 1: list.show(PlanTab.allCases.randomElement(using: &random) ?? .all, height: 9)
            case 2: list.setFilter(list.filter.isEmpty ? "e" : "", height: 9)
            case 3: list.setAll(Bool.random(using: &random))
            default: list.toggle(row)
            }
            guard let fault = PlanTicks.fault(list) else { continue }
            Issue.record("\(fault), seed \(seed)")
            return
        }
    }
}

/// What has to hold of ticks.
enum PlanTicks {
    /// What would go wrong if it were run so.
    static func fault(_ list: PlanList) -> String? {
        for row in list.index.marks.indices {
            for above in list.index.above(row) {
                switch list.index.marks[above].bond {
                case .isNeeded where list.isTicked(row) && !list.isTicked(above):
                    return "\(row) has no directory"
                case .takesAll where !list.isTicked(row) && list.isTicked(above):
                    return "\(row) is deleted with its directory"
                default: break
                }
            }
        }
        var totals = PlanTotals()
        for row in list.ticked { totals.count(list.plan.rows.row(at: Int(row)), by: 1) }
        return totals == list.totals ? nil : "the totals are wrong"
    }
}
