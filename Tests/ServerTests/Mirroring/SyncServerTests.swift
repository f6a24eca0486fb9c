import Files
import Glibc
import Jobs
import Local
import Support
import Sync
import Synchronization
import Testing
import Transfers
import Work

@testable import Engine

@Suite("Any two trees become the same on every server as a plain model says, and back")
struct SyncServerTests {
    private static let trash = ".ferry-trash"

    /// A folder here and one on a server.
    private final class Synchronising {
        let here: TemporaryFolder
        let bank: Bank
        var rules = SyncRules(limit: .percent(100), stamp: "first")
        private(set) var failures: [String] = []
        private let desk: PlanDesk

        init(_ here: TemporaryFolder, _ bank: Bank) throws {
            self.here = here
            self.bank = bank
            desk = try PlanDesk(bank.connect)
        }

        private func places() throws -> Pair<Location> {
            Pair(
                Location(site: .local, path: Path(here.path("tree"))),
                Location(site: bank.fileSystem.site, path: try bank.path("tree")))
        }

        private var memories: (agreements: AgreementStore, pairs: MirrorMemory) {
            get throws {
                let places = try places()
                return (
                    AgreementStore(places, storePath: desk.storePath),
                    MirrorMemory(places, storePath: desk.storePath) { self.failures.append($0) }
                )
            }
        }

        /// What is to be done, and what both sides are.
        func plan() throws -> (plan: SyncPlan, comparison: Comparison) {
            let (agreements, pairs) = try memories
            let memory = try agreements.load()
            var comparing = ComparisonRules()
            comparing.descendsLone = Pair(true, true)
            comparing.confirmsEmpty = Pair(true, true)
            comparing.keepsDirectories = true
            comparing.memory = pairs.load()
            comparing.agreed = memory
            comparing.tops = try places()
            let listers = Pair(
                DirectoryLister(connections: 2, readsIgnoreLists: false) { LocalFileSystem() },
                DirectoryLister(connections: 2, readsIgnoreLists: false, connect: bank.connect))
            defer {
                listers.first.close()
                listers.second.close()
            }
            var outcome = PairWalk(comparing, try places(), listers).run()
            outcome.comparison.finish()
            failures += outcome.failures.map(\.error.message)
            return (
                SyncPlan(outcome.comparison, memory, rules, areWhole: Pair(true, true)),
                outcome.comparison
            )
        }

        func carryOut(
            _ planned: (plan: SyncPlan, comparison: Comparison),
            stopping stops: PlanDesk.Stops = PlanDesk.Stops(), _ random: inout ModelSource
        ) throws {
            let (agreements, pairs) = try memories
            let known = pairs.load()
            try SyncMemories(
                agreements, try agreements.load(), pairs, known: known, comparesSizesOnly: false,
                comparesModes: false
            ).begin(planned.plan, planned.comparison)
            let plan = StoredPlan(
                content: .sync(planned.plan, directories: planned.comparison.directories),
                criterion: .sizeAndTime, comparesModes: false, umask: 0o022,
                aside: [SyncServerTests.trash, planned.plan.stamp].compactMap { Name($0) },
                isWhole: true)
            failures += try desk.carryOut(.sync, plan, try places(), stopping: stops, &random)
        }

        func undo() throws -> [String] { try desk.undo() }
    }

    private func synchronise(_ place: Place, seed: UInt64, isStopped: Bool = false) throws {
        let (bank, here) = (try Bank(place), try TemporaryFolder())
        try here.makeFolder("tree")
        try bank.makeFolder("tree")
        var random = ModelSource(seed: seed)
        let sides = Pair(
            ModelSource.Side {
                try here.makeFolder("tree/" + $0)
            } store: {
                try here.write($0, to: "tree/" + $1)
            } path: {
                here.path("tree/" + $0)
            },
            ModelSource.Side {
                try bank.makeFolder("tree/" + $0)
            } store: {
                try bank.store($0, at: "tree/" + $1)
            } path: {
                bank.outside("tree/" + $0)
            })
        try random.fill(sides.first, sides.second)
        let hint = Comment(rawValue: "\(place.rawValue), seed \(seed), stopped: \(isStopped)")
        let work = try Synchronising(here, bank)
        func now() throws -> Pair<ModelTree> {
            Pair(
                try ModelTree(folder: here.path("tree"), hidden: SyncServerTests.trash),
                try ModelTree(folder: bank.outside("tree"), hidden: SyncServerTests.trash))
        }
        func round(_ base: ModelTree?) throws -> ModelTree {
            let before = try now()
            let wanted = ModelNode.synchronised(
                base.map(ModelNode.init), ModelNode(before.first), ModelNode(before.second)
            ) { name in
                Name(name).map { work.rules.keptName($0).text } ?? name
            }.tree
            var stops = PlanDesk.Stops()
            if isStopped {
                stops.after = (0..<3).map { _ in Int.random(in: 1...25, using: &random) }
                stops.loses = place.setsTimes ? .newest : .nothing
            }
            let planned = try work.plan()
            try work.carryOut(planned, stopping: stops, &random)
            // What was wanted tells why something was not done.
            let rows = work.failures.isEmpty ? [] : planned.plan.rows.map { "\($0)" }
            #expect(work.failures + rows == [], hint)
            let after = try now()
            #expect(after.first.differing(from: wanted) == [], hint)
            #expect(after.second.differing(from: wanted) == [], hint)
            // Nothing is left to do.
            #expect(
                try work.plan().plan.rows.map {
                    "\($0.action) \(VisibleText.make($0.difference.path)): \($0.difference.words)"
                } == [], hint)
            return wanted
        }
        let agreed = try round(nil)
        for side in ComparedSide.allCases {
            try random.change(sides[side], try now()[side])
        }
        let changed = try now()
        work.rules.stamp = "second"
        _ = try round(agreed)
        #expect(try work.undo() == [], hint)
        #expect(try now() == changed, hint)
    }

    @Test("Trees at random, and what people do to them", arguments: Place.allCases)
    func trees(_ place: Place) throws {
        for seed in SeedRange.seeds(of: "SYNC", usually: place == .local ? 20 : 2) {
            try synchronise(place, seed: seed)
        }
    }

    @Test(
        "However often a sync is stopped on the way, it ends as if it had not been",
        arguments: Place.allCases)
    func stopped(_ place: Place) throws {
        for seed in SeedRange.seeds(of: "SYNC", usually: place == .local ? 10 : 1) {
            try synchronise(place, seed: seed &+ 1_000, isStopped: true)
        }
    }
}
