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

@Suite("Any tree is mirrored to every server as a plain model says, and back")
struct MirrorServerTests {
    /// The names that keep what is replaced, where it is kept.
    private static let aside = ".kept"

    /// How a mirror is asked for.
    private struct Wishes {
        var deletes = true
        var leavesOut = false
        var keeps = true
    }

    /// One mirror from a folder here to one on a server, or the other way.
    private final class Mirroring {
        let here: TemporaryFolder
        let bank: Bank
        var memory = PairMemory()
        private(set) var steps: [UndoStep] = []
        private(set) var failures: [String] = []

        private let goesDown: Bool
        private let local = LocalFileSystem()

        init(_ here: TemporaryFolder, _ bank: Bank, goesDown: Bool = false) {
            self.here = here
            self.bank = bank
            self.goesDown = goesDown
        }

        private var target: any FileSystem { goesDown ? local : bank.fileSystem }

        private func places() throws -> Pair<Location> {
            let own = Location(site: .local, path: Path(here.path("tree")))
            let theirs = Location(site: bank.fileSystem.site, path: try bank.path("tree"))
            return goesDown ? Pair(theirs, own) : Pair(own, theirs)
        }

        /// What is to be done.
        func plan(_ wishes: Wishes) throws -> MirrorSteps {
            var rules: [PathFilter.Rule] = []
            if wishes.leavesOut, let pattern = PathPattern("*.log") {
                rules.append(PathFilter.Rule(isInclude: false, pattern))
            }
            var comparing = ComparisonRules(filter: PathFilter(rules))
            comparing.descendsLone = Pair(true, wishes.deletes)
            comparing.aside = [Name(aside)].compactMap { $0 }
            comparing.keepsDirectories = true
            comparing.memory = memory
            comparing.tops = try places()
            let local = DirectoryLister(connections: 2, readsIgnoreLists: false) {
                LocalFileSystem()
            }
            let remote = DirectoryLister(
                connections: 2, readsIgnoreLists: false, connect: bank.connect)
            defer {
                local.close()
                remote.close()
            }
            var outcome = PairWalk(
                comparing, try places(), goesDown ? Pair(remote, local) : Pair(local, remote)
            ).run()
            outcome.comparison.finish()
            failures += outcome.failures.map(\.error.message)
            let mirroring = MirrorRules(deletes: wishes.deletes, limit: .percent(100))
            return MirrorSteps(
                MirrorPlan(outcome.comparison, mirroring, isSourceWhole: true),
                directories: outcome.comparison.directories.first, comparing, try places(),
                aside: wishes.keeps ? [aside, "now"].compactMap { Name($0) } : nil)
        }

        private var aside: String { MirrorServerTests.aside }

        func carryOut(_ planned: MirrorSteps) throws {
            steps = []
            try planned.remove(planned.removals(last: false).first, on: target) {
                if let error = $1 { self.failures.append(error.message) }
            } note: {
                if let step = $0 { self.steps.append(step) }
            }
            let noted = Mutex<[UndoStep]>([])
            let request = planned.request { steps in noted.withLock { $0 += steps } }
            guard let request else { return }
            let run = try QueueRun { [connect = bank.connect] _, _ in connect() }
            run.queue.submit([request])
            let jobs = run.rest()
            run.stop()
            failures += jobs.compactMap(\.failure?.message)
            steps += noted.withLock { $0 }
            // All was copied, where nothing has failed.
            let copied = Set(planned.plan.rows.map { planned.target($0) })
            let pairs = RememberedPairs(try planned.standing(of: copied, on: target))
            memory = PairMemory(memory.files.merging(pairs.needed) { $1 })
        }

        func undo() -> UndoResult {
            var numbered = steps
            for index in numbered.indices { numbered[index].number = Int64(index + 1) }
            return Undoer.run(
                UndoRecord(
                    .mirror, on: target.site, time: Int64(time(nil)), steps: numbered),
                on: target, stop: Cancellation())
        }
    }

    private func mirror(_ place: Place, seed: UInt64, goesDown: Bool) throws {
        let (bank, here) = (try Bank(place), try TemporaryFolder())
        try here.makeFolder("tree")
        try bank.makeFolder("tree")
        var random = ModelSource(seed: seed)
        let own = ModelSource.Side {
            try here.makeFolder("tree/" + $0)
        } store: {
            try here.write($0, to: "tree/" + $1)
        } path: {
            here.path("tree/" + $0)
        }
        let theirs = ModelSource.Side {
            try bank.makeFolder("tree/" + $0)
        } store: {
            try bank.store($0, at: "tree/" + $1)
        } path: {
            bank.outside("tree/" + $0)
        }
        try random.fill(goesDown ? theirs : own, goesDown ? own : theirs)
        let (from, to) = (
            goesDown ? bank.outside("tree") : here.path("tree"),
            goesDown ? here.path("tree") : bank.outside("tree")
        )
        let (source, before) = (try ModelTree(folder: from), try ModelTree(folder: to))
        let wishes = Wishes(
            deletes: Bool.random(using: &random), leavesOut: Bool.random(using: &random),
            keeps: Bool.random(using: &random))
        let wanted = before.mirrored(
            from: source, deletes: wishes.deletes, leavesOut: wishes.leavesOut)
        let mirroring = Mirroring(here, bank, goesDown: goesDown)
        try mirroring.carryOut(try mirroring.plan(wishes))
        let hint = Comment(
            rawValue: "\(place.rawValue), seed \(seed), down: \(goesDown), \(wishes)")
        #expect(mirroring.failures == [], hint)
        func now() throws -> ModelTree {
            try ModelTree(folder: to, hidden: MirrorServerTests.aside)
        }
        #expect(try now() == wanted, hint)
        #expect(try ModelTree(folder: from) == source, hint)
        // Nothing is left to do.
        let again = try mirroring.plan(wishes).plan.rows.filter { $0.action != .conflict }
        #expect(again.map(\.words) == [], hint)
        // Back again, as far as what was there has been kept.
        guard wishes.keeps else { return }
        let undone = mirroring.undo()
        #expect(undone.failures.first.map(\.message) == [], hint)
        #expect(try now() == before, hint)
        #expect(access("\(to)/\(MirrorServerTests.aside)", F_OK) != 0, hint)
    }

    @Test("Trees at random, upwards", arguments: Place.allCases)
    func upwards(_ place: Place) throws {
        for seed in SeedRange.seeds(of: "MIRROR", usually: place == .local ? 20 : 2) {
            try mirror(place, seed: seed, goesDown: false)
        }
        // A file comes into the place of a directory whose name is in another Unicode form.
        if place == .plainDemo { try mirror(place, seed: 14, goesDown: false) }
    }

    @Test("Trees at random, downwards", arguments: Place.allCases.filter { $0 != .local })
    func downwards(_ place: Place) throws {
        for seed in SeedRange.seeds(of: "MIRROR", usually: 2) {
            try mirror(place, seed: seed, goesDown: true)
        }
    }

    @Test(
        "Links go along where the server holds any, and are the same afterwards",
        arguments: [
            Place.local, .openSSH, .proftpdSSH, .dropbear, .asyncssh, .paramiko,
        ])
    func links(_ place: Place) throws {
        let (bank, here) = (try Bank(place), try TemporaryFolder())
        for name in ["tree", "tree/d"] { try here.makeFolder(name) }
        try bank.makeFolder("tree")
        try here.write("x", to: "tree/f")
        for (link, text) in [("tree/d/up", "../f"), ("tree/dot", "./f"), ("tree/none", "gone")] {
            #expect(symlink(text, here.path(link)) == 0)
        }
        let mirroring = Mirroring(here, bank)
        try mirroring.carryOut(try mirroring.plan(Wishes()))
        #expect(mirroring.failures == [])
        for name in ["tree/d/up", "tree/dot", "tree/none"] {
            #expect(bank.status(of: name).st_mode & S_IFMT == S_IFLNK, "\(name)")
        }
        #expect(try mirroring.plan(Wishes()).plan.rows.map(\.words) == [])
        // Another text is another link. ProFTPD would rename what it leads to instead of keeping it.
        let wishes = Wishes(keeps: place != .proftpdSSH)
        #expect(unlink(here.path("tree/dot")) == 0)
        #expect(symlink("d", here.path("tree/dot")) == 0)
        try mirroring.carryOut(try mirroring.plan(wishes))
        #expect(mirroring.failures == [])
        #expect(try mirroring.plan(Wishes()).plan.rows.map(\.words) == [])
        #expect(bank.contents(of: "tree/f") == Array("x".utf8))
        guard wishes.keeps else {
            #expect(throws: FileSystemError.self) {
                try bank.fileSystem.rename(try bank.path("tree/dot"), to: try bank.path("tree/n"))
            }
            return
        }
        #expect(mirroring.undo().failures.first.map(\.message) == [])
        var text = [CChar](repeating: 0, count: 100)
        let count = readlink(bank.outside("tree/dot"), &text, text.count)
        #expect(text.prefix(max(0, count)).map { UInt8(bitPattern: $0) }.last == 0x66)
        #expect(try bank.names(in: "tree").map(\.text) == ["d", "dot", "f", "none"])
    }

    @Test(
        "Below a directory of the source that cannot be read nothing is deleted",
        arguments: [Place.vsftpd, .proftpd, .pureFTPd, .openSSH, .proftpdSSH])
    func unreadable(_ place: Place) throws {
        let (bank, here) = (try Bank(place), try TemporaryFolder())
        for name in ["tree", "tree/open", "tree/shut"] {
            try here.makeFolder(name)
            try bank.makeFolder(name)
        }
        for name in ["tree/shut/kept", "tree/open/goes"] { try here.write("x", to: name) }
        try bank.store(Bank.noise(1), at: "tree/shut/in")
        try bank.store(Bank.noise(1), at: "tree/open/.in")
        #expect(chmod(bank.outside("tree/shut"), 0o311) == 0)
        let places = Pair(
            Location(site: bank.fileSystem.site, path: try bank.path("tree")),
            Location(site: .local, path: Path(here.path("tree"))))
        let listers = Pair(
            DirectoryLister(connections: 2, readsIgnoreLists: false, connect: bank.connect),
            DirectoryLister(connections: 1, readsIgnoreLists: false) { LocalFileSystem() })
        defer {
            listers.first.close()
            listers.second.close()
        }
        var rules = ComparisonRules(criterion: .size)
        rules.descendsLone = Pair(true, true)
        rules.confirmsEmpty.first = true
        var outcome = PairWalk(rules, places, listers).run()
        outcome.comparison.finish()
        let plan = MirrorPlan(
            outcome.comparison, MirrorRules(deletes: true, limit: .percent(100)),
            isSourceWhole: true)
        #expect(
            plan.rows.map { "\($0.action) \(VisibleText.make($0.difference.path))" }
                == ["copy open/.in", "delete open/goes"])
        #expect(outcome.failures.count == 1)
    }
}
