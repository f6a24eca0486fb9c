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
        var memory = SyncMemory()
        var times = PairMemory()
        var rules = SyncRules(limit: .percent(100), stamp: "first")
        /// What a run has done on each side.
        private(set) var steps: Pair<[UndoStep]> = Pair([], [])
        private(set) var failures: [String] = []
        private var comparing = ComparisonRules()
        private var comparison = Comparison(ComparisonRules())

        init(_ here: TemporaryFolder, _ bank: Bank) {
            self.here = here
            self.bank = bank
        }

        private var sides: Pair<any FileSystem> { Pair(LocalFileSystem(), bank.fileSystem) }

        private func places() throws -> Pair<Location> {
            Pair(
                Location(site: .local, path: Path(here.path("tree"))),
                Location(site: bank.fileSystem.site, path: try bank.path("tree")))
        }

        /// What is to be done.
        func plan() throws -> SyncPlan {
            comparing = ComparisonRules()
            comparing.descendsLone = Pair(true, true)
            comparing.confirmsEmpty = Pair(true, true)
            comparing.keepsDirectories = true
            comparing.memory = times
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
            comparison = outcome.comparison
            return SyncPlan(
                outcome.comparison, memory, rules, areWhole: Pair(true, true))
        }

        func carryOut(_ plan: SyncPlan) throws {
            steps = Pair([], [])
            let open = Set(plan.rows.map(\.difference.names))
            var agreed = comparison.agreements.filter { !open.contains($0.names) }.map {
                SyncMemory.Item($0.names, $0.entries)
            }
            var gone = Set(comparison.gone)
            var renamed: Set<Int> = []
            for side in ComparedSide.allCases {
                var renaming = SideRenaming(in: try places()[side].path, on: sides[side]) {
                    if let error = $1 { self.failures.append(error.message) }
                    renamed.insert($0)
                } note: {
                    self.steps[side].append($0)
                }
                try renaming.run(plan.renamings(on: side))
            }
            for row in plan.rows {
                guard case .move(let side) = row.action, let origin = row.origin,
                    let new = row.difference.entries[side.other], var old = origin.entries[side]
                else { continue }
                old.name = new.name
                let entries = side == .second ? Pair(new, old) : Pair(old, new)
                agreed.append(SyncMemory.Item(row.difference.names, entries))
                remember([(row.difference.names, entries)])
                if let item = memory.item(of: origin) { gone.insert(item.path) }
            }
            for side in ComparedSide.allCases {
                agreed += try carry(plan, renamed, to: side, &gone)
            }
            let kept = memory.items.filter { !gone.contains($0.path) }
            memory = SyncMemory(kept + agreed, time: 1)
        }

        private func carry(
            _ plan: SyncPlan, _ renamed: Set<Int>, to side: ComparedSide, _ gone: inout Set<[UInt8]>
        ) throws -> [SyncMemory.Item] {
            let work = MirrorSteps(
                plan.mirror(to: side, renamed: renamed),
                directories: comparison.directories[side.other], comparing,
                Pair(try places()[side.other], try places()[side]),
                aside: [SyncServerTests.trash, "now"].compactMap { Name($0) })
            let removals = work.removals(last: true)
            try remove(removals.first, work, side, &gone)
            try copy(work, to: side)
            try remove(removals.last, work, side, &gone)
            let copied = Set(work.plan.rows.map { work.target($0) })
            let standing = try work.standing(of: copied, on: sides[side]).map { item in
                side == .second
                    ? item
                    : (
                        names: Pair(item.names.second, item.names.first),
                        entries: Pair(item.entries.second, item.entries.first)
                    )
            }
            remember(standing)
            return standing.map { SyncMemory.Item($0.names, $0.entries) }
        }

        private func remember(_ standing: [(names: Pair<[Name]>, entries: Pair<Entry>)]) {
            times = PairMemory(
                times.files.merging(RememberedPairs(standing).needed) { $1 })
        }

        private func remove(
            _ rows: [MirrorPlan.Row], _ work: MirrorSteps, _ side: ComparedSide,
            _ gone: inout Set<[UInt8]>
        ) throws {
            try work.remove(rows, on: sides[side]) {
                if let error = $1 { self.failures.append(error.message) }
            } note: {
                if let step = $0 { self.steps[side].append(step) }
            }
            for row in rows {
                let difference = side == .second ? row.difference : row.difference.reversed
                if let item = memory.item(of: difference) { gone.insert(item.path) }
            }
        }

        private func copy(_ work: MirrorSteps, to side: ComparedSide) throws {
            let noted = Mutex<[UndoStep]>([])
            let request = work.request { steps in noted.withLock { $0 += steps } }
            guard let request else { return }
            let run = try QueueRun { [connect = bank.connect] _, _ in connect() }
            run.queue.submit([request])
            let jobs = run.rest()
            run.stop()
            failures += jobs.compactMap(\.failure?.message)
            steps[side] += noted.withLock { $0 }
        }

        func undo() -> [String] {
            ComparedSide.allCases.flatMap { side in
                var numbered = steps[side]
                for index in numbered.indices { numbered[index].number = Int64(index + 1) }
                return Undoer.run(
                    UndoRecord(
                        .sync, on: sides[side].site, time: Int64(time(nil)), steps: numbered),
                    on: sides[side], stop: Cancellation()
                ).failures.first.map(\.message)
            }
        }
    }

    private func synchronise(_ place: Place, seed: UInt64) throws {
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
        let hint = Comment(rawValue: "\(place.rawValue), seed \(seed)")
        let work = Synchronising(here, bank)
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
            try work.carryOut(try work.plan())
            #expect(work.failures == [], hint)
            let after = try now()
            #expect(after.first.differing(from: wanted) == [], hint)
            #expect(after.second.differing(from: wanted) == [], hint)
            // Nothing is left to do.
            #expect(
                try work.plan().rows.map {
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
        #expect(work.undo() == [], hint)
        #expect(try now() == changed, hint)
    }

    @Test("Trees at random, and what people do to them", arguments: Place.allCases)
    func trees(_ place: Place) throws {
        for seed in SeedRange.seeds(of: "SYNC", usually: place == .local ? 20 : 2) {
            try synchronise(place, seed: seed)
        }
    }
}
