import SQLite
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("A queue that cannot be saved")
struct UnsavedQueueTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func queue() throws -> QueueHarness {
        try QueueHarness(store: try Store.open(at: folder.path("s")))
    }

    /// Takes the table of the jobs away, or puts it back.
    private func rename(_ old: String, _ new: String) throws {
        let store = try Store.open(at: folder.path("s2"))
        try store.database.use { database in
            try database.execute(
                sql: "ATTACH '\(folder.path("s"))' AS queue; "
                    + "ALTER TABLE queue.\(old) RENAME TO \(new)")
        }
    }

    private func refusal(of harness: QueueHarness) -> String {
        harness.remote.add("/a", "a")
        do {
            try harness.submit(harness.download("/a", to: "/a"))
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test("Jobs that run all the same are said to run, and not to be lost already")
    func running() throws {
        let worker = try queue()
        worker.queue.awaitIdle()
        try rename("job", "gone")
        let words = refusal(of: worker)
        #expect(words.hasPrefix("The new jobs run, but are lost if Ferry ends now."))
        #expect(!words.lowercased().contains("nothing was"))
        worker.queue.awaitIdle()
        #expect(worker.local.text("/a") == "a")
    }

    @Test("What could not be left to the process that works was not queued, and that is said")
    func watching() throws {
        let worker = try queue()
        worker.queue.awaitIdle()
        let other = try queue()
        try rename("job", "gone")
        #expect(refusal(of: other).hasPrefix("Nothing was queued. "))
        try rename("gone", "job")
        other.look("nothing") { $0.isEmpty }
        #expect(worker.jobs.isEmpty)
        #expect(try Store.open(at: folder.path("s")).allJobs().isEmpty)
    }
}
