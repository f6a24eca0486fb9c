import Archives
import Dispatch
import Files
import Jobs
import Local
import Support
import Synchronization
import Transfers
import Work

/// A queue that copies out of archives of this machine.
struct ArchiveQueue {
    /// Retries wait for nobody, and what rests stays.
    private struct Clock: QueueClock {
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

    /// A site that is the archive at that path.
    static func site(_ archive: String) -> Site {
        var site = Site.local
        site.archive = Path(archive)
        return site
    }

    static func enter(_ site: Site, _ memory: ArchiveMemory = ArchiveMemory()) -> ArchiveFileSystem
    {
        ArchiveFileSystem(
            site, at: site.archive ?? .root, in: LocalFileSystem(), memory: memory)
    }

    /// The jobs, once nothing can go on by itself.
    static func run(
        _ requests: [JobRequest], _ name: String, server: MemoryVolume? = nil,
        onStart: (TransferQueue) -> Void = { _ in },
        onChange: @escaping @Sendable (QueueChange) -> Void = { _ in }
    ) throws -> [Job] {
        let queue = make(try Store.open(at: nil), server: server, onChange: onChange)
        onStart(queue)
        queue.submit(requests)
        let (idle, stopped) = (Signal(), Signal())
        queue.whenIdle { idle.send() }
        idle.wait("\(name) is extracted without end")
        let jobs = list(queue)
        queue.stop { stopped.send() }
        stopped.wait("the queue does not stop")
        return jobs
    }

    /// All its jobs as they are now.
    static func list(_ queue: TransferQueue) -> [Job] {
        let (listed, box) = (Signal(), Box())
        queue.jobs { jobs in
            box.jobs.withLock { $0 = jobs }
            listed.send()
        }
        listed.wait()
        return box.jobs.withLock { $0 }
    }

    /// A queue on that store; `isShared` goes on with what the store holds.
    static func make(
        _ store: Store, isShared: Bool = false, server: MemoryVolume? = nil,
        onChange: @escaping @Sendable (QueueChange) -> Void = { _ in }
    ) -> TransferQueue {
        let memory = ArchiveMemory()
        var configuration = TransferQueue.Configuration()
        configuration.isShared = isShared
        configuration.packing = ArchivePacker()
        return TransferQueue(
            store: store, configuration: configuration, clock: Clock(),
            makeFileSystem: { site, _ in
                if site.isLocal { return LocalFileSystem() }
                if let server, site == server.site { return server.connect() }
                return enter(site, memory)
            }, onChange: onChange)
    }
}
