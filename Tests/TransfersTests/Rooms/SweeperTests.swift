import Files
import Jobs
import Support
import Synchronization
import Testing

@testable import Transfers

/// A batch is over, and what it has made is known by the store alone until its jobs' ends are.
@Suite("What is cleared away after a batch")
struct SweeperTests {
    private let server = MemoryVolume()
    private let registry: PartRegistry
    private let writer: StoreWriter

    init() throws {
        let store = try Store.open(at: nil)
        registry = PartRegistry(store)
        writer = StoreWriter(store)
    }

    private var ends: LaneEnds {
        LaneEnds(
            source: MemoryVolume(site: .local).connect(), target: server.connect(),
            interrupter: LaneInterrupter(), report: LaneReport { _ in }, meter: LaneMeter())
    }

    /// An owner that has made a file, and has nothing else.
    private func finished() throws -> PartOwner {
        let owner = PartOwner(
            registry, batch: BatchID(rawValue: 1), takesOver: false, isInherited: false)
        let file = Path("/a")
        let id = try owner.newID(for: file)
        let part = StoredPart(
            part: Part(id: id, file: file, place: .beside(id.name)),
            source: Location(site: .local, path: file), site: server.site, size: 5)
        try owner.update(part)
        try owner.finish([(part, true)])
        return owner
    }

    @Test("What was made is forgotten only once the jobs' ends are written, however slow the disk")
    func forgotten() throws {
        let owner = try finished()
        let (disk, end) = (Signal(), Signal())
        let wasKnown = Mutex(false)
        let isKnown: @Sendable () -> Bool = { [registry] in
            (try? registry.list().isEmpty) == false
        }
        // What is to be written at this place in the row are the jobs' ends.
        writer.perform {
            disk.wait()
            wasKnown.withLock { $0 = isKnown() }
        }
        Sweeper(ends: ends).discard([], sweeping: [Sweep(of: owner, writer)])
        disk.send()
        writer.perform { end.send() }
        end.wait()
        #expect(wasKnown.withLock { $0 })
        #expect(!isKnown())
    }
}
