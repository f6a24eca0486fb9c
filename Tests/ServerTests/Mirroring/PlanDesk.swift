import Files
import SQLite
import Glibc
import Jobs
import Local
import Support
import Sync
import Testing
import Work

@testable import Engine
@testable import Transfers

/// Has plans carried out for a folder here and one on a server as jobs of a queue with a store of its own,
/// which may be stopped on the way as often as one likes.
final class PlanDesk {
    private let folder: TemporaryFolder
    private let connect: @Sendable () -> any FileSystem
    /// Where it is remembered what was done.
    let storePath: String

    init(_ connect: @escaping @Sendable () -> any FileSystem) throws {
        self.connect = connect
        folder = try TemporaryFolder()
        storePath = folder.path("s")
    }

    /// Times at which the queue is left, and gone on with by another.
    struct Stops {
        /// Steps that can be undone, since the one before, after which that happens.
        var after: [Int] = []
        var loses = Loss.nothing
    }

    /// What the next one is to find, as it does not know of it.
    enum Loss {
        case nothing
        /// What was done last.
        case newest
        /// Whatever has gone.
        case removals
    }

    private func makeQueue() throws -> TransferQueue {
        var setup = PlanJobSetup()
        setup.transfers.lanes = 2
        setup.storePath = storePath
        let connect: @Sendable (Site) -> any FileSystem = { [connect] site in
            site.isLocal ? LocalFileSystem() : connect()
        }
        var configuration = TransferQueue.Configuration()
        configuration.plans = PlanJobs(setup) { site, _ in connect(site) }
        return TransferQueue(
            store: try Store.open(at: storePath), configuration: configuration,
            makeFileSystem: { site, _ in connect(site) }, onChange: { _ in })
    }

    /// Does what a plan says; what could not be done, a sentence each.
    func carryOut(
        _ operation: Job.Operation, _ plan: StoredPlan, _ places: Pair<Location>,
        stopping stops: Stops = Stops(), _ random: inout ModelSource
    ) throws -> [String] {
        let name = try #require(Name("tree"))
        let store = try Store.open(at: storePath)
        let id = try #require(
            try store.add([
                JobRequest(
                    operation: operation, source: places.first,
                    entry: Entry(name: name, kind: .directory), target: places.second,
                    policy: .overwrite, script: plan.script)
            ]).first)
        for count in stops.after {
            let queue = try makeQueue()
            let before = try steps(in: store)
            let deadline = Deadline(seconds: 60)
            var known = try store.scriptSteps(of: id)
            while try steps(in: store) < before + count, try !isOver(id, in: store) {
                if Int.random(in: 0..<3, using: &random) == 0 {
                    known = try store.scriptSteps(of: id)
                }
                try #require(deadline.isOpen, "the plan comes to no end")
            }
            stop(queue)
            if try isOver(id, in: store) { break }
            switch stops.loses {
            case .nothing: break
            case .newest: try keep(known, of: id, in: store)
            case .removals:
                let removed = PlanJournal.Deed.removed.rawValue
                try forget(
                    try store.scriptSteps(of: id).filter { $0.first == removed }, of: id, in: store)
            }
        }
        let queue = try makeQueue()
        let idle = Signal()
        queue.whenIdle { idle.send() }
        idle.wait("the queue goes on and on")
        stop(queue)
        let job = try #require(try store.allJobs().first { $0.id == id })
        return job.state == .done
            ? [] : ["\(job.state)"] + job.story
    }

    private func stop(_ queue: TransferQueue) {
        let stopped = Signal()
        queue.stop { stopped.send() }
        stopped.wait("the queue does not stop")
    }

    private func isOver(_ id: JobID, in store: Store) throws -> Bool {
        switch try store.allJobs().first(where: { $0.id == id })?.state {
        case nil, .done, .failed, .cancelled: true
        default: false
        }
    }

    /// Steps that were kept for being undone.
    private func steps(in store: Store) throws -> Int {
        try store.undoRecords().reduce(0) { $0 + $1.count }
    }

    /// Forgets what was noted since, as far as a kill may lose it: new names are noted before anything else
    /// is done, and what is copied before the queue forgets that.
    private func keep(_ known: Set<[UInt8]>, of id: JobID, in store: Store) throws {
        let now = try store.scriptSteps(of: id)
        let isCopying = try store.reading("test") { database in
            try database.first(
                Bool.self, sql: "SELECT EXISTS (SELECT 1 FROM part_owner WHERE batch = ?)",
                arguments: [id.rawValue]) ?? false
        }
        let copied = PlanJournal.Deed.copied.rawValue
        let isFirst = now.contains { $0.starts(with: [copied, 0x31]) }
        let lost = now.subtracting(known).filter { key in
            switch key.first {
            case PlanJournal.Deed.removed.rawValue: true
            case copied: isCopying && !(isFirst && key.starts(with: [copied, 0x32]))
            default: false
            }
        }
        try forget(lost, of: id, in: store)
    }

    private func forget(_ lost: Set<[UInt8]>, of id: JobID, in store: Store) throws {
        try store.transaction("test") { database in
            for key in lost {
                try database.execute(
                    sql: "DELETE FROM script_step WHERE job = ? AND key = ?",
                    arguments: [id.rawValue, key])
            }
        }
    }

    /// Takes back what the last plan has done; why something was not.
    func undo() throws -> [String] {
        let store = try Store.open(at: storePath)
        guard let newest = try store.undoRecords().first else { return [] }
        try store.prepareUndo(of: newest.number)
        return try ([newest.number] + store.undoTwins(of: newest.number)).flatMap { number in
            let record = try #require(try store.undoRecord(number))
            let files = record.site.isLocal ? LocalFileSystem() : connect()
            defer { files.close() }
            let result = Undoer.run(record, on: files, stop: Cancellation())
            try store.endUndo(number, steps: result.undone, failure: nil)
            return result.failures.first.map(\.message)
        }
    }
}
