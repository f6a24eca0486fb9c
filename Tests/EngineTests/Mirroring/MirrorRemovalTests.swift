import Files
import Jobs
import Support
import Sync
import Testing

@testable import Engine

@Suite("What a mirror takes away")
struct MirrorRemovalTests {
    private let source = MemoryVolume()
    private let target = MemoryVolume()

    init() {
        source.add("/d/f", "same")
        target.add("/d/f", "same")
        target.add("/d/old/one", "1")
        target.add("/d/old/deep/two", "22")
        target.add("/d/lone", "333")
    }

    /// The plan for the trees as they are.
    private func plan() -> MirrorPlan {
        let volumes = Pair(source, target)
        let listers = volumes.map { volume in
            DirectoryLister(connections: 1, readsIgnoreLists: false) { volume.connect() }
        }
        defer {
            listers.first.close()
            listers.second.close()
        }
        var rules = ComparisonRules(criterion: .size)
        rules.descendsLone = Pair(true, true)
        let places = volumes.map { Location(site: $0.site, path: Path("/d")) }
        var outcome = PairWalk(rules, places, listers).run()
        outcome.comparison.finish()
        return MirrorPlan(
            outcome.comparison, MirrorRules(deletes: true, limit: .percent(100)),
            isSourceWhole: true)
    }

    private struct Taken {
        var gone: [String] = []
        var failures: [String] = []
        var steps: [UndoStep] = []
        var lost = 0
    }

    private func remove(_ plan: MirrorPlan, aside: String? = nil) throws -> Taken {
        var taken = Taken()
        var removal = MirrorRemoval(
            Array(plan.rows), in: Path("/d"), on: target.connect(), aside: aside.map { Path($0) }
        ) { row, error in
            let path = VisibleText.make(row.difference.path)
            if let error { taken.failures.append(error.message) } else { taken.gone.append(path) }
        } note: { step in
            if let step { taken.steps.append(step) } else { taken.lost += 1 }
        }
        try removal.run()
        return taken
    }

    private func names(_ path: String) throws -> [String] {
        try target.connect().list(Path(path)).entries.map(\.name.text).sorted()
    }

    @Test("All of it goes, from the bottom up")
    func all() throws {
        let taken = try remove(plan())
        #expect(taken.failures == [])
        #expect(
            taken.gone.sorted() == ["lone", "old", "old/deep", "old/deep/two", "old/one"])
        #expect(try names("/d") == ["f"])
        #expect(taken.steps.isEmpty && taken.lost == 5)
    }

    @Test("A file that was changed since stays, and so do the directories above it")
    func changed() throws {
        let plan = plan()
        target.add("/d/old/deep/two", "changed")
        let taken = try remove(plan)
        #expect(taken.failures.count == 3, "\(taken.failures)")
        #expect(taken.failures.contains { $0.hasPrefix("/d/old/deep/two was changed") })
        #expect(try names("/d") == ["f", "old"])
        #expect(try names("/d/old") == ["deep"])
        #expect(try names("/d/old/deep") == ["two"])
    }

    @Test("A directory into which something has come stays, also where the server would empty it")
    func added() throws {
        let plan = plan()
        target.add("/d/old/deep/new", "new")
        let taken = try remove(plan)
        #expect(taken.failures.count == 2, "\(taken.failures)")
        #expect(try names("/d/old/deep") == ["new"])
        #expect(!target.log.contains { $0.hasPrefix("removeDirectory") })
    }

    @Test("What cannot be read any more stays, and what is above it")
    func unread() throws {
        let plan = plan()
        target.lay(MemoryFault(.list, "/d/old/deep", MemoryFault.refused(), times: 9))
        let taken = try remove(plan)
        #expect(taken.failures.count == 3, "\(taken.failures)")
        target.clearFaults()
        #expect(try names("/d/old/deep") == ["two"])
    }

    @Test("What is gone already is as wanted")
    func gone() throws {
        let plan = plan()
        target.remove("/d/old/one")
        target.remove("/d/lone")
        let taken = try remove(plan)
        #expect(taken.failures == [] && taken.gone.count == 5)
        #expect(try names("/d") == ["f"])
    }

    @Test("What is kept gets another place in one piece, and only what is as it was seen")
    func aside() throws {
        let plan = plan()
        target.add("/d/lone", "changed")
        let taken = try remove(plan, aside: "/d/kept/now")
        #expect(taken.failures.count == 1 && taken.failures[0].hasPrefix("/d/lone was changed"))
        #expect(try names("/d") == ["f", "kept", "lone"])
        #expect(try names("/d/kept/now/old") == ["deep", "one"])
        #expect(
            taken.steps.map(\.what) == [
                .madeDirectory, .madeDirectory, .renamed(from: Path("/d/old")),
            ])
        #expect(taken.lost == 0)
    }

    @Test("A directory in which something else has come stays, and what was seen in it is kept")
    func asideChanged() throws {
        let plan = plan()
        target.add("/d/old/deep/new", "new")
        let taken = try remove(plan, aside: "/d/kept/now")
        #expect(taken.failures.count == 2, "\(taken.failures)")
        #expect(try names("/d/old") == ["deep"])
        #expect(try names("/d/old/deep") == ["new"])
        #expect(try names("/d/kept/now/old") == ["deep", "one"])
        #expect(target.text("/d/kept/now/old/deep/two") == "22")
        // A row that was taken out of the plan protects its file just as well.
        target.add("/d/more/a", "1")
        target.add("/d/more/b", "2")
        let shortened = self.plan().keeping {
            $0.difference.names.second.last?.text != "b"
        }
        _ = try remove(shortened, aside: "/d/kept/then")
        #expect(target.text("/d/more/b") == "2" && target.text("/d/kept/then/more/a") == "1")
    }

    @Test("A line that breaks ends it; what has no answer is no success")
    func broken() throws {
        let plan = plan()
        target.lay(MemoryFault(.removeFile, "/d/lone", MemoryFault.broken(), times: 99))
        #expect(throws: FileSystemError.self) { try remove(plan) }
        #expect(try names("/d").contains("lone"))
    }
}
