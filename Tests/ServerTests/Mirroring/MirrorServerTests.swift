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
        private(set) var failures: [String] = []

        private let goesDown: Bool
        private let desk: PlanDesk
        private let local = LocalFileSystem()

        init(_ here: TemporaryFolder, _ bank: Bank, goesDown: Bool = false) throws {
            self.here = here
            self.bank = bank
            self.goesDown = goesDown
            desk = try PlanDesk(bank.connect)
        }

        private func places() throws -> Pair<Location> {
            let own = Location(site: .local, path: Path(here.path("tree")))
            let theirs = Location(site: bank.fileSystem.site, path: try bank.path("tree"))
            return goesDown ? Pair(theirs, own) : Pair(own, theirs)
        }

        /// What is to be done.
        func plan(_ wishes: Wishes) throws -> StoredPlan {
            var rules: [PathFilter.Rule] = []
            if wishes.leavesOut, let pattern = PathPattern("*.log") {
                rules.append(PathFilter.Rule(isInclude: false, pattern))
            }
            var comparing = ComparisonRules(filter: PathFilter(rules))
            comparing.descendsLone = Pair(true, wishes.deletes)
            comparing.aside = [Name(aside)].compactMap { $0 }
            comparing.keepsDirectories = true
            comparing.memory = MirrorMemory(try places(), storePath: desk.storePath) { sentence in
                self.failures.append(sentence)
            }.load()
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
            let plan = MirrorPlan(outcome.comparison, mirroring, isSourceWhole: true)
            return StoredPlan(
                content: .mirror(plan, directories: outcome.comparison.directories.first),
                criterion: .sizeAndTime, comparesModes: false, umask: 0o022,
                aside: wishes.keeps ? [aside, "now"].compactMap { Name($0) } : nil, isWhole: true)
        }

        private var aside: String { MirrorServerTests.aside }

        func carryOut(
            _ plan: StoredPlan, stopping stops: PlanDesk.Stops = PlanDesk.Stops(),
            _ random: inout ModelSource
        ) throws {
            failures += try desk.carryOut(.mirror, plan, try places(), stopping: stops, &random)
        }

        func undo() throws -> [String] { try desk.undo() }
    }

    private func mirror(
        _ place: Place, seed: UInt64, goesDown: Bool, isStopped: Bool = false
    ) throws {
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
        let mirroring = try Mirroring(here, bank, goesDown: goesDown)
        var stops = PlanDesk.Stops()
        if isStopped {
            stops.after = (0..<3).map { _ in Int.random(in: 1...25, using: &random) }
            stops.loses = place.setsTimes ? .newest : .nothing
        }
        try mirroring.carryOut(try mirroring.plan(wishes), stopping: stops, &random)
        let hint = Comment(
            rawValue: "\(place.rawValue), seed \(seed), down: \(goesDown), \(wishes), \(stops)")
        #expect(mirroring.failures == [], hint)
        func now() throws -> ModelTree {
            try ModelTree(folder: to, hidden: MirrorServerTests.aside)
        }
        #expect(try now() == wanted, hint)
        #expect(try ModelTree(folder: from) == source, hint)
        // Nothing is left to do.
        let again = try mirroring.plan(wishes).rows.filter { $0.action != .conflict }
        #expect(again.map(\.words) == [], hint)
        // Back again, as far as what was there has been kept.
        guard wishes.keeps else { return }
        #expect(try mirroring.undo() == [], hint)
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
        "However often a mirror is stopped on the way, it ends as if it had not been",
        arguments: Place.allCases)
    func stopped(_ place: Place) throws {
        for seed in SeedRange.seeds(of: "MIRROR", usually: place == .local ? 10 : 1) {
            for goesDown in place == .local ? [false] : [false, true] {
                try mirror(place, seed: seed &+ 1_000, goesDown: goesDown, isStopped: true)
            }
        }
    }

    @Test("What took the place of a directory is no change, if it is lost that that went")
    func lostRemoval() throws {
        let (bank, here) = (try Bank(.local), try TemporaryFolder())
        try here.makeFolder("tree")
        for name in ["tree", "tree/a"] { try bank.makeFolder(name) }
        try bank.store(Array("old".utf8), at: "tree/a/in")
        for name in ["a"] + (0..<60).map({ "b\($0)" }) { try here.write("new", to: "tree/" + name) }
        let before = try ModelTree(folder: bank.outside("tree"))
        let mirroring = try Mirroring(here, bank)
        var random = ModelSource(seed: 1)
        let plan = try mirroring.plan(Wishes(deletes: true, keeps: true))
        let stops = PlanDesk.Stops(after: [20], loses: .removals)
        try mirroring.carryOut(plan, stopping: stops, &random)
        #expect(mirroring.failures == [])
        let source = try ModelTree(folder: here.path("tree"))
        let top = bank.outside("tree")
        #expect(try ModelTree(folder: top, hidden: MirrorServerTests.aside) == source)
        #expect(try mirroring.undo() == [])
        #expect(try ModelTree(folder: top, hidden: MirrorServerTests.aside) == before)
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
        let mirroring = try Mirroring(here, bank)
        var random = ModelSource(seed: 1)
        try mirroring.carryOut(try mirroring.plan(Wishes()), &random)
        #expect(mirroring.failures == [])
        for name in ["tree/d/up", "tree/dot", "tree/none"] {
            #expect(bank.status(of: name).st_mode & S_IFMT == S_IFLNK, "\(name)")
        }
        #expect(try mirroring.plan(Wishes()).rows.map(\.words) == [])
        // Another text is another link. ProFTPD would rename what it leads to instead of keeping it.
        let wishes = Wishes(keeps: place != .proftpdSSH)
        #expect(unlink(here.path("tree/dot")) == 0)
        #expect(symlink("d", here.path("tree/dot")) == 0)
        try mirroring.carryOut(try mirroring.plan(wishes), &random)
        #expect(mirroring.failures == [])
        #expect(try mirroring.plan(Wishes()).rows.map(\.words) == [])
        #expect(bank.contents(of: "tree/f") == Array("x".utf8))
        guard wishes.keeps else {
            #expect(throws: FileSystemError.self) {
                try bank.fileSystem.rename(try bank.path("tree/dot"), to: try bank.path("tree/n"))
            }
            return
        }
        #expect(try mirroring.undo() == [])
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

extension StoredPlan {
    /// Of a mirror.
    fileprivate var rows: [MirrorPlan.Row] {
        if case .mirror(let plan, _) = content { Array(plan.rows) } else { [] }
    }
}
