import Files
import Glibc
import Jobs
import Local
import Support
import Sync
import Testing
import Transfers
import UI
import Work

@testable import Engine

@Suite("A tree on every server is compared with one of this machine")
struct ComparisonServerTests {
    /// What differs, as path and words, and what could not be compared.
    private func compare(
        _ here: TemporaryFolder, _ bank: Bank, _ rules: ComparisonRules = ComparisonRules(),
        readsIgnoreLists: Bool = false
    ) throws -> (differences: [String], failures: [String]) {
        let places = Pair(
            Location(site: .local, path: Path(here.path("tree"))),
            Location(site: bank.fileSystem.site, path: try bank.path("tree")))
        let local = DirectoryLister(connections: 2, readsIgnoreLists: readsIgnoreLists) {
            LocalFileSystem()
        }
        let remote = DirectoryLister(
            connections: 4, readsIgnoreLists: readsIgnoreLists, connect: bank.connect)
        defer {
            local.close()
            remote.close()
        }
        var outcome = PairWalk(rules, places, Pair(local, remote)).run()
        outcome.comparison.finish()
        let differences = outcome.comparison.differences.map {
            "\(VisibleText.make($0.path)): \($0.words)"
        }
        return (differences, outcome.failures.map(\.error.message))
    }

    /// What the panes say of some directories.
    private func below(
        _ here: TemporaryFolder, _ bank: Bank, _ criterion: Criterion
    ) throws -> [String: Verdict] {
        let places = Pair(
            Location(site: .local, path: Path(here.path("tree"))),
            Location(site: bank.fileSystem.site, path: try bank.path("tree")))
        let shown = Pair(
            Arranged(
                request: RequestID(rawValue: 1),
                directory: try LocalFileSystem().list(places.first.path) { _ in }),
            Arranged(
                request: RequestID(rawValue: 2),
                directory: try bank.fileSystem.list(places.second.path) { _ in }))
        let pair = PanePair(shown, at: places, by: criterion, foldsCase: Pair(false, false))
        let comparer = PaneComparer(
            RequestID(rawValue: 3), pair, Cancellation(), try #require(Inbox()))
        let end = try comparer.run(BankAccess(bank))
        #expect(end.failure == nil)
        var verdicts: [String: Verdict] = [:]
        for text in ["a b", "bare", "d3", "d7", "d8"] {
            let name = try #require(Name(text))
            let one = try #require(
                shown.first.directory.index(of: name).flatMap {
                    shown.first.directory.entry(at: $0)
                })
            let two = try #require(
                shown.second.directory.index(of: name).flatMap {
                    shown.second.directory.entry(at: $0)
                })
            verdicts[text] = end.verdicts[ComparedName(one, two)]
        }
        return verdicts
    }

    /// This machine and a bank.
    private struct BankAccess: TreeAccess {
        let bank: Bank
        let connectionCount = 4
        let isStopped = false

        init(_ bank: Bank) { self.bank = bank }

        func connector(to site: Site) -> @Sendable () -> any FileSystem {
            if site.isLocal { return { LocalFileSystem() } }
            return bank.connect
        }

        func use<Value>(
            _ site: Site, keeps: Bool, _ body: (any FileSystem) throws -> Value
        ) throws -> Value {
            let files = connector(to: site)()
            defer { files.close() }
            return try body(files)
        }

        func closeKept() {}
    }

    @Test(
        "What was copied is the same, also by its times; each change is seen",
        arguments: Place.allCases)
    func changes(_ place: Place) throws {
        let (bank, here) = (try Bank(place), try TemporaryFolder())
        for name in ["tree", "tree/a b", "tree/a b/ü", "tree/bare"] { try here.makeFolder(name) }
        for number in 0..<30 { try here.makeFolder("tree/d\(number)") }
        for number in 0..<30 {
            try here.write(Bank.noise(100 + number), to: "tree/d\(number)/f")
        }
        try here.write("deep", to: "tree/a b/ü/deep")
        try here.write([], to: "tree/empty")
        let site = bank.fileSystem.site
        let run = try QueueRun(isShared: true) { [connect = bank.connect] _, _ in connect() }
        run.queue.submit([
            JobRequest(
                operation: .copy,
                source: Location(site: .local, path: Path(here.path("tree"))),
                entry: Entry(name: try #require(Name("tree")), kind: .directory),
                target: Location(site: site, path: try bank.path("tree")))
        ])
        #expect(run.rest().count { !$0.isDone } == 0)
        run.stop()
        // Not every server takes the times of the files that it is given.
        let keepsTimes = (bank.fileSystem as? any SettingTimes)?.setsTimes ?? false
        let rules = ComparisonRules(criterion: keepsTimes ? .sizeAndTime : .size)
        var (differences, failures) = try compare(here, bank, rules)
        #expect(differences == [] && failures == [], "\(failures)")
        try here.write(Bank.noise(7), to: "tree/d7/f")
        try here.write("new", to: "tree/a b/ü/new")
        try here.makeFolder("tree/d3/more")
        try bank.store(Bank.noise(5), at: "tree/bare/theirs")
        (differences, failures) = try compare(here, bank, rules)
        #expect(failures == [])
        #expect(
            differences.map { $0.split(separator: ",").first.map(String.init) ?? "" } == [
                "a b/ü/new: only in the first", "bare/theirs: only in the second",
                "d3/more: only in the first", "d7/f: size 7",
            ])
        #expect(
            try below(here, bank, rules.criterion) == [
                "a b": .different, "bare": .different, "d3": .different, "d7": .different,
                "d8": .same,
            ])
        // Its list leaves out, on both sides, what is below its directory.
        try here.write("theirs\n/new\n", to: "tree/.ferryignore")
        (differences, failures) = try compare(here, bank, rules, readsIgnoreLists: true)
        #expect(failures == [])
        #expect(
            differences.map { $0.split(separator: ",").first.map(String.init) ?? "" } == [
                ".ferryignore: only in the first", "a b/ü/new: only in the first",
                "d3/more: only in the first", "d7/f: size 7",
            ])
    }

    @Test(
        "A directory that cannot be read is said to be unread, and not empty",
        arguments: [Place.vsftpd, .proftpd, .pureFTPd, .openSSH, .proftpdSSH])
    func unreadable(_ place: Place) throws {
        let (bank, here) = (try Bank(place), try TemporaryFolder())
        for name in ["tree", "tree/open", "tree/shut"] {
            try here.makeFolder(name)
            try bank.makeFolder(name)
        }
        try here.write("x", to: "tree/shut/in")
        try bank.store(Bank.noise(1), at: "tree/shut/in")
        // It may be entered, and not be read.
        #expect(chmod(bank.outside("tree/shut"), 0o311) == 0)
        let (differences, failures) = try compare(here, bank, ComparisonRules(criterion: .size))
        #expect(differences == [])
        #expect(failures.count == 1)
        #expect(failures.first?.contains("tree/shut") == true, "\(failures)")
    }
}
