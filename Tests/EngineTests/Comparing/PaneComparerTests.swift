import Files
import Support
import Sync
import Synchronization
import Testing
import UI
import Work

@testable import Engine

@Suite("What is below two panes is compared")
struct PaneComparerTests {
    private let volumes = Pair(
        MemoryVolume(site: Site(scheme: .ftp, host: "one")),
        MemoryVolume(site: Site(scheme: .ftp, host: "two")))

    /// Both sides' connections are made in the caller's thread.
    private struct Access: TreeAccess {
        let volumes: Pair<MemoryVolume>
        let stop: Cancellation
        let connectionCount = 1

        var isStopped: Bool { stop.isCancelled }

        func connector(to site: Site) -> @Sendable () -> any FileSystem {
            let volume = site == volumes.first.site ? volumes.first : volumes.second
            return { volume.connect() }
        }

        func use<Value>(
            _ site: Site, keeps: Bool, _ body: (any FileSystem) throws -> Value
        ) throws -> Value {
            try body(connector(to: site)())
        }

        func closeKept() {}
    }

    private func pair(_ criterion: Criterion) throws -> PanePair {
        func shown(_ volume: MemoryVolume, _ number: Int) throws -> Arranged {
            Arranged(
                request: RequestID(rawValue: number),
                directory: try volume.connect().list(Path("/d")) { _ in })
        }
        return PanePair(
            Pair(try shown(volumes.first, 1), try shown(volumes.second, 2)),
            at: volumes.map { Location(site: $0.site, path: Path("/d")) }, by: criterion,
            foldsCase: Pair(false, false))
    }

    /// What each name comes to, with the first failure.
    private func compare(
        _ criterion: Criterion = .size
    ) throws -> (verdicts: [String: Verdict], end: ComparisonEnd) {
        let pair = try pair(criterion)
        let stop = Cancellation()
        let comparer = PaneComparer(
            RequestID(rawValue: 9), pair, stop, try #require(Inbox()))
        let end = try comparer.run(Access(volumes: volumes, stop: stop))
        var verdicts: [String: Verdict] = [:]
        for (first, second) in NamePairs(pair.directories, pair.rules).both {
            let one = try #require(pair.directories.first.entry(at: first))
            let two = try #require(pair.directories.second.entry(at: second))
            verdicts[one.name.text] = end.verdicts[ComparedName(one, two)]
        }
        return (verdicts, end)
    }

    private func addToBoth(_ path: String, _ text: String) {
        volumes.first.add(path, text)
        volumes.second.add(path, text)
    }

    @Test("A directory is the same, differs deep below on either side, or could not be read")
    func directories() throws {
        for name in ["same", "first", "second", "size", "shut"] {
            addToBoth("/d/\(name)/a/b/c/file", "same")
        }
        addToBoth("/d/file", "x")
        volumes.first.add("/d/first/a/b/c/new", "x")
        volumes.second.add("/d/second/a/new/x", "x")
        volumes.second.add("/d/size/a/b/c/file", "longer")
        volumes.second.lay(
            MemoryFault(.list, "/d/shut/a/b", MemoryFault.refused(), times: 9))
        let (verdicts, end) = try compare()
        #expect(
            verdicts == [
                "same": .same, "first": .different, "second": .different, "size": .different,
                "shut": .failed,
            ])
        #expect(end.failure != nil)
    }

    @Test("What is not compared leaves its directory open, however each side spells that")
    func special() throws {
        volumes.first.add("/d/\u{E9}/a", "same")
        volumes.second.add("/d/e\u{301}/a", "same")
        addToBoth("/d/plain/a", "same")
        volumes.second.add("/d/e\u{301}/.ferry-testtest-1", "unfinished")
        let (verdicts, _) = try compare()
        #expect(verdicts == ["\u{E9}": .open, "plain": .same])
    }

    @Test("By contents, files of one size are read, also those at the top")
    func contents() throws {
        addToBoth("/d/same", "text")
        addToBoth("/d/below/same", "text")
        volumes.first.add("/d/other", "1")
        volumes.second.add("/d/other", "2")
        volumes.first.add("/d/deep/x/y", "1")
        volumes.second.add("/d/deep/x/y", "2")
        let (verdicts, _) = try compare(.contents)
        #expect(
            verdicts == [
                "same": .same, "below": .same, "other": .different, "deep": .different,
            ])
    }

    @Test("Below what differs already, nothing more is listed")
    func pruned() throws {
        for number in 0..<50 { addToBoth("/d/sub/dir\(number)/deep/file", "same") }
        volumes.first.add("/d/sub/new", "x")
        let (verdicts, _) = try compare()
        #expect(verdicts == ["sub": .different])
        let listed = volumes.second.log.filter { $0.hasPrefix("list /d/sub/dir") }
        #expect(listed.isEmpty, "\(listed)")
    }

    @Test("What is found out is told while the rest is still compared, as it turns out in the end")
    func progress() throws {
        let pair = Set(["same", "other", "doubt"].compactMap { Name($0) })
        let findings = ComparisonFindings(pair, criterion: .sizeAndTime)
        func file(_ name: String, _ size: UInt64, _ time: Int64) throws -> Entry {
            var entry = Entry(name: try #require(Name(name)), kind: .file)
            (entry.size, entry.modified) = (size, Timestamp(seconds: time))
            return entry
        }
        func listing(_ entries: [Entry]) -> Directory {
            var builder = DirectoryBuilder()
            for entry in entries { builder.append(entry) }
            return builder.directory
        }
        var comparison = Comparison(ComparisonRules())
        let folders = pair.map { Entry(name: $0, kind: .directory) }
        let below = comparison.take(.top, Pair(listing(folders), listing(folders)))
        var told: [Name: Verdict] = [:]
        var now = Instant.now()
        func note(_ directory: PairedDirectory, _ count: Int) {
            now = now + 1
            let news = findings.note(directory, below: count, comparison, at: now).news
            told.merge(news) { $1 }
        }
        note(.top, below.count)
        for directory in below {
            let name = try #require(directory.names.first.first)
            // An hour apart is a zone, perhaps.
            let theirs: (UInt64, Int64) =
                switch name.text {
                case "same": (1, 10_000)
                case "other": (2, 10_000)
                default: (1, 13_600)
                }
            let one = listing([try file("f", 1, 10_000)])
            let two = listing([try file("f", theirs.0, theirs.1)])
            note(directory, comparison.take(directory, Pair(one, two)).count)
        }
        #expect(
            told == [
                try #require(Name("same")): .same, try #require(Name("other")): .different,
            ])
    }

    @Test("Once it is stopped nothing more is listed")
    func stopped() throws {
        for number in 0..<50 { addToBoth("/d/dir\(number)/deep/file", "same") }
        let stop = Cancellation()
        let comparer = PaneComparer(
            RequestID(rawValue: 9), try pair(.size), stop, try #require(Inbox()))
        stop.cancel()
        _ = try comparer.run(Access(volumes: volumes, stop: stop))
        let listed = volumes.second.log.filter { $0.hasPrefix("list /d/dir") }
        #expect(listed.isEmpty, "\(listed)")
    }
}
