import Files
import SQLite
import Glibc
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("The history of what is over")
struct HistoryTests {
    private func finished(
        _ number: Int64, _ state: Job.State = .done, at time: Int64 = 1_700_000_000
    ) throws -> FinishedJob {
        var job = Job(
            id: JobID(rawValue: number), batch: BatchID(rawValue: 1), operation: .copy,
            kind: .file,
            source: Location(
                site: Site(scheme: .ftp, host: "host", user: "u"), path: Path([0x2F, 0xFF, 0x0A])),
            target: Location(site: .local, path: Path("/home/File\(number)")), state: state,
            size: 5, done: 5)
        job.verified = "read back"
        return try #require(FinishedJob(job, ended: time))
    }

    private func written(_ harness: QueueHarness) {
        let isWritten = Signal()
        harness.queue.afterWriting { isWritten.send() }
        isWritten.wait()
    }

    @Test("What comes back is what was kept, the newest last, and words are found without case")
    func roundTrip() throws {
        let store = try Store.open(at: nil)
        let jobs = try [finished(2, at: 5), finished(1, .skipped, at: 9)]
        try store.write([], removing: [], ended: jobs)
        #expect(try store.history([]) == jobs)
        #expect(try store.history([], atMost: 1) == [jobs[1]])
        #expect(try store.history(["HOME", "file2"]) == [jobs[0]])
        #expect(try store.history(["u@HOST"]).count == 2)
        #expect(try store.history(["file2", "file1"]).isEmpty)
        #expect(jobs[1].files == 0 && jobs[1].bytes == 0)
    }

    @Test("Names that were chosen in a directory are told from all of it")
    func chosen() throws {
        let store = try Store.open(at: nil)
        var job = try finished(1)
        job.kind = .directory
        job.isChoice = true
        try store.write([], removing: [], ended: [job])
        #expect(try store.history([]) == [job])
    }

    @Test("A job that ends again has one row; noted again it ended when it did at first")
    func again() throws {
        let store = try Store.open(at: nil)
        try store.write([], removing: [], ended: [finished(1, .skipped, at: 5)])
        try store.write([], removing: [], ended: [finished(1, .done, at: 7)])
        try store.write([], removing: [], ended: [finished(1, .done, at: 9)])
        #expect(try store.history([]) == [finished(1, .done, at: 7)])
    }

    @Test("The oldest go: beyond the limit at once, and past a year when work begins")
    func bounds() throws {
        let store = try Store.open(at: nil)
        let now = Int64(time(nil))
        let old = try finished(1, at: now - HistoryRow.age - 1)
        try store.write([], removing: [], ended: [old, finished(2, at: now)])
        _ = try store.takeOver()
        #expect(try store.history([]).map(\.id.rawValue) == [2])
        try store.database.write { database in
            try database.execute(
                sql: "UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'history'",
                arguments: [HistoryRow.limit])
        }
        try store.write([], removing: [], ended: [finished(3, at: now)])
        #expect(try store.history([]).map(\.id.rawValue) == [3])
    }

    @Test("A tree is one row, and what is cleared at once is kept all the same")
    func cleared() throws {
        let store = try Store.open(at: nil)
        let harness = try QueueHarness(store: store)
        harness.remote.add("/d/a", "hello")
        harness.remote.add("/d/sub/b", "world!")
        let job = try harness.run(harness.download("/d", to: "/d"))
        harness.queue.send(.clearDone)
        harness.stop()
        written(harness)
        #expect(try store.allJobs().isEmpty)
        let kept = try #require(try store.history([]).first)
        #expect(try store.history([]).count == 1)
        #expect(kept.id == job.id && kept.kind == .directory)
        #expect(kept.files == 2 && kept.bytes == 11)
    }

    @Test("A search holds nobody who writes, and nobody who writes holds a search")
    func aside() throws {
        let folder = try TemporaryFolder()
        let store = try Store.open(at: folder.path("s"))
        try store.write([], removing: [], ended: [finished(1)])
        let writer = StoreWriter(store)
        let (found, searched, written) = (Signal(), Signal(), Signal())
        writer.history([]) { _ in
            found.send()
            searched.wait()
        }
        found.wait()
        writer.afterWriting { written.send() }
        written.wait("a write waited for a search")
        searched.send()
        let (taken, isFree) = (Signal(), Signal())
        Background.run {
            try? store.database.write { _ in
                taken.send()
                isFree.wait("a search waited for a write")
            }
        }
        taken.wait()
        #expect(try store.history([]).count == 1)
        isFree.send()
    }

    @Test("What was cancelled or has failed is not over")
    func unfinished() throws {
        let store = try Store.open(at: nil)
        let harness = try QueueHarness(store: store)
        try harness.run(harness.download("/none", to: "/none"))
        harness.stop()
        written(harness)
        #expect(try store.history([]).isEmpty)
    }
}
