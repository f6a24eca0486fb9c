import Files
import Jobs
import Support
import Synchronization
import Testing

@testable import Transfers

@Suite("The journal of the queue")
struct JournalTests {
    private struct Bench {
        let clock = ManualClock()
        let box = PostBox<Journal>()
        let store: Store
        let writer: StoreWriter
        let journal: Journal

        init(_ jobs: JobTree) throws {
            store = try Store.open(at: nil)
            writer = StoreWriter(store)
            journal = Journal(
                writer, of: jobs, later: box.later(clock),
                failed: { error in Issue.record("not saved: \(error)") })
        }

        func rows() throws -> [Int64] {
            let written = Signal()
            writer.afterWriting { written.send() }
            written.wait("the store does not write")
            return try store.rows().jobs.map(\.id.rawValue).sorted()
        }
    }

    @Test("What changed is written after a moment, with the directories above it")
    func gathered() throws {
        let top = Nodes.node(1, "/d", kind: .directory)
        let failed = Nodes.node(2, "/d/f", below: top)
        let done = Nodes.node(3, "/d/g", below: top)
        failed.job.state = .failed(FileSystemError(.other, detail: "no"))
        done.job.state = .done
        let bench = try Bench(Nodes.tree(top, failed, done))
        bench.journal.note(failed)
        bench.journal.note(done)
        bench.journal.schedule()
        #expect(try bench.rows().isEmpty)
        bench.clock.pass(0.1)
        bench.box.deliver(to: bench.journal)
        #expect(try bench.rows() == [1, 2])
    }

    @Test("A job that is gone loses its row, and one that had none needs nothing")
    func forgotten() throws {
        let (kept, other) = (Nodes.node(1), Nodes.node(2))
        let bench = try Bench(Nodes.tree(kept, other))
        bench.journal.note(kept)
        bench.journal.save()
        #expect(try bench.rows() == [1])
        bench.journal.forget(kept)
        bench.journal.forget(other)
        bench.journal.save()
        #expect(try bench.rows().isEmpty)
    }

    @Test("Whoever waits for a write hears of it before it counts as written")
    func waited() throws {
        let node = Nodes.node(1)
        let bench = try Bench(Nodes.tree(node))
        let heard = PostBox<Int>()
        let told = Mutex(0)
        bench.journal.write([node], heard.later(bench.clock)) { _, error in
            told.withLock { $0 += error == nil ? 1 : 100 }
        }
        #expect(!bench.journal.isWritten)
        #expect(try bench.rows() == [1])
        #expect(!bench.journal.isWritten)
        heard.deliver(to: 0)
        bench.box.deliver(to: bench.journal)
        #expect(bench.journal.isWritten && told.withLock(\.self) == 1)
    }
}
