import Dispatch
import Files
import Jobs
import Local
import Support
import Synchronization
import Testing
import Transfers
import Work

/// A queue of a test's own, in memory, between this machine and a server.
final class QueueRun: Sendable {
    /// Retries wait for nobody, and what rests stays.
    private struct HurriedClock: QueueClock {
        private let queue = DispatchQueue(label: "hurried clock")

        func now() -> Double { Throttle.now() }

        func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
            guard seconds < 60 else { return }
            queue.asyncAfter(deadline: .now() + min(seconds, 0.01), execute: body)
        }
    }

    /// What another thread brings.
    private final class Box: Sendable {
        let jobs = Mutex<[Job]>([])
    }

    let queue: TransferQueue

    /// `makeFileSystem` makes the server's, for each lane, on the lane's thread. Only what `isShared`
    /// keeps what it has done; `packing` makes archives.
    init(
        lanes: Int = 2, isShared: Bool = false, packing: (any Packing)? = nil,
        _ makeFileSystem: @escaping @Sendable (Site, Int) -> any FileSystem
    ) throws {
        var configuration = TransferQueue.Configuration()
        configuration.isShared = isShared
        configuration.lanes = lanes
        configuration.packing = packing
        queue = TransferQueue(
            store: try Store.open(at: nil), configuration: configuration, clock: HurriedClock(),
            makeFileSystem: { site, lane in
                site.isLocal ? LocalFileSystem() : makeFileSystem(site, lane)
            }, onChange: { _ in })
    }

    /// All jobs, once nothing can go on by itself.
    func rest() -> [Job] {
        let idle = Signal()
        queue.whenIdle { idle.send() }
        idle.wait("the queue goes on and on")
        return jobs
    }

    /// All jobs, as they are.
    var jobs: [Job] {
        let (listed, box) = (Signal(), Box())
        queue.jobs { jobs in
            box.jobs.withLock { $0 = jobs }
            listed.send()
        }
        listed.wait()
        return box.jobs.withLock { $0 }
    }

    /// What was done and can be taken back, the newest first, with all its steps.
    func undoRecords() throws -> [UndoRecord] {
        let read = Signal()
        let box = Mutex<[UndoRecord]?>(nil)
        queue.withStore { opened in
            let store = try? opened.get()
            let found = try? store?.undoRecords().compactMap { try? store?.undoRecord($0.number) }
            box.withLock { $0 = found }
            read.send()
        }
        read.wait()
        return try #require(box.withLock { $0 })
    }

    /// Ends it; it takes nothing more.
    func stop() {
        let stopped = Signal()
        queue.stop { stopped.send() }
        stopped.wait("the queue does not stop")
    }

    /// Carries the requests out, and ends; the jobs.
    func run(_ requests: [JobRequest]) -> [Job] {
        queue.submit(requests)
        let jobs = rest()
        stop()
        return jobs
    }
}
