import Files
import Support
import Sync
import Testing
import Transfers

@testable import Engine
@testable import UI

@Suite("What earlier mirrors tell of two panes")
struct PaneMemoryTests {
    private let folder: TemporaryFolder
    private let local = Site.local
    private let server = Site(scheme: .ftp, host: "server")

    init() throws {
        folder = try TemporaryFolder()
    }

    private func entry(_ name: String, size: UInt64, time: Int64) throws -> Entry {
        Entry(
            name: try #require(Name(name)), kind: .file, size: size,
            modified: Timestamp(seconds: time))
    }

    /// A directory on both sides with a file of the same size, but of another time.
    private func pair(
        _ first: String, _ second: String, request: Int = 1, by criterion: Criterion = .sizeAndTime,
        time: Int64 = 2_000
    ) throws -> PanePair {
        func shown(_ request: Int, _ time: Int64) throws -> Arranged {
            var builder = DirectoryBuilder()
            builder.append(try entry("f", size: 5, time: time))
            return Arranged(request: RequestID(rawValue: request), directory: builder.directory)
        }
        return PanePair(
            Pair(try shown(request, 1_000), try shown(request + 100, time)),
            at: Pair(
                Location(site: local, path: Path(first)), Location(site: server, path: Path(second))
            ),
            by: criterion, foldsCase: Pair(false, false))
    }

    /// How the file stood on both sides, by its path from two tops.
    private func remember(
        _ path: String, _ first: Location, _ second: Location, isReversed: Bool = false
    ) throws {
        let here = PairMemory.fingerprint(try entry("f", size: 5, time: 1_000))
        let there = PairMemory.fingerprint(try entry("f", size: 5, time: 2_000))
        try Store.openLasting(at: folder.path("s")).remember(
            [
                RememberedFile(
                    Array(path.utf8), first: isReversed ? there : here,
                    second: isReversed ? here : there)
            ], of: isReversed ? second : first, isReversed ? first : second, time: 1)
    }

    private func memory() -> PaneMemory {
        PaneMemory(storePath: folder.path("s")) { _ in Issue.record("something failed") }
    }

    private func verdicts(_ pair: PanePair) -> [Verdict: Int] {
        PaneAlignment(pair, Arrangement()).counts
    }

    @Test("A file that a server gave another time is the same, from whichever side it came")
    func same() throws {
        for isReversed in [false, true] {
            let (here, there) = ("/up\(isReversed)", "/www")
            let pair = try pair(here, there)
            #expect(verdicts(pair)[.same] == nil)
            try remember(
                "f", pair.places.first, pair.places.second, isReversed: isReversed)
            #expect(verdicts(memory().recalled(pair))[.same] == 1)
            // Somebody has changed it since.
            let changed = try self.pair(here, there, time: 3_000)
            #expect(verdicts(memory().recalled(changed))[.same] == nil)
        }
    }

    @Test("What is known of two trees holds in their directories too, where the names are the same")
    func below() throws {
        let tops = try pair("/up", "/www").places
        try remember("a/b/f", tops.first, tops.second)
        try remember("a/b2/f", tops.first, tops.second)
        let known = memory().recalled(try pair("/up/a/b", "/www/a/b")).memory
        #expect(known.all.map { String(decoding: $0.path, as: UTF8.self) } == ["f"])
        #expect(memory().recalled(try pair("/up/a", "/www/a")).memory.all.count == 2)
        #expect(memory().recalled(try pair("/up/a/b", "/www/x/b")).memory.isEmpty)
        #expect(memory().recalled(try pair("/up", "/")).memory.isEmpty)
        #expect(memory().recalled(try pair("/", "/")).memory.isEmpty)
    }

    @Test("It is asked for once for the same rows, and again once a pane was read again")
    func kept() throws {
        let memory = memory()
        let pair = try pair("/up", "/www")
        #expect(memory.recalled(pair).memory.isEmpty)
        try remember("f", pair.places.first, pair.places.second)
        #expect(memory.recalled(pair).memory.isEmpty)
        #expect(memory.recalled(try self.pair("/up", "/www", request: 2)).memory.all.count == 1)
    }

    @Test("Nothing is known without a store, or where times are not compared")
    func nothing() throws {
        let pair = try pair("/up", "/www", by: .size)
        try remember("f", pair.places.first, pair.places.second)
        #expect(memory().recalled(pair).memory.isEmpty)
        let other = PaneMemory(storePath: nil) { _ in }
        #expect(other.recalled(try self.pair("/up", "/www")).memory.isEmpty)
    }
}
