import Files
import Jobs
import Support
import Synchronization
import Testing

@testable import Transfers

@Suite("A queue whose store cannot be opened")
struct NoStoreTests {
    @Test("It says why it takes nothing, and ends")
    func refuses() {
        let queue = TransferQueue(
            openStore: { .failure(StoreError("SQLite is out of order")) }, parts: nil,
            configuration: TransferQueue.Configuration(), clock: TestClock(),
            makeFileSystem: { site, _ in MemoryVolume(site: site).connect() }, onChange: { _ in },
            onResult: { _ in })
        let answered = Signal()
        let reason = Mutex<String?>(nil)
        queue.submit([
            JobRequest(
                operation: .delete, source: Location(site: .local, path: Path("/x")),
                entry: Entry(name: Path("/x").components[0], kind: .file))
        ]) { result in
            if case .failure(let error) = result { reason.withLock { $0 = error.description } }
            answered.send()
        }
        answered.wait("nobody answers")
        #expect(
            reason.withLock(\.self) == "Nothing was queued. SQLite is out of order")
        let idle = Signal()
        queue.whenIdle { idle.send() }
        idle.wait("the queue is never idle")
        let stopped = Signal()
        queue.stop { stopped.send() }
        stopped.wait("the queue does not stop")
    }
}
