import ArgumentParser
import Engine
import Files
import Jobs
import Sync
import Transfers

/// A command that carries a plan out.
struct HeadlessPlanHost: PlanHost {
    let session: HeadlessSession
    let places: Pair<Location>
    let events: EventLines?
    let checksum: Bool
    let connections: Int?
    let batch: BatchID? = nil
    let journal = PlanJournal()
    let isLate = false

    var storePath: String? { session.settings.storePath }

    var connectionCount: Int { session.connectionCount }

    var isStopped: Bool { session.isStopped }

    func connector(to site: Site) -> @Sendable () -> any FileSystem {
        session.connector(to: site)
    }

    func use<Value>(
        _ site: Site, keeps: Bool, _ body: (any FileSystem) throws -> Value
    ) throws -> Value {
        try session.use(site, keeps: keeps, body)
    }

    func closeKept() { session.closeKept() }

    func carry(
        _ request: JobRequest, keeping undo: RunningUndo,
        ended: @escaping @Sendable (Job) -> Void
    ) throws -> [String] {
        var transfer = try TransferOptions.parse([])
        transfer.connections = connections
        transfer.checksum = checksum
        return try caught {
            try HeadlessTransfers(
                session, transfer, telling: events, keeping: undo, ended: ended
            ).run([request])
        }
    }

    /// A signal ends the command.
    func proceed() throws(FileSystemError) {}

    func note(removed row: MirrorPlan.Row, _ error: FileSystemError?, by steps: MirrorSteps) {
        let lines = DifferenceLine(places: steps.places)
        guard let error else {
            if !row.difference.isDirectory { events?.count(deleted: 1) }
            events?.append([lines.event("done", "delete", row.difference)])
            return
        }
        events?.append(
            failed: lines.failed(steps.target(row), .second, error.message), error.message)
    }

    /// There is no earlier run.
    func note(found row: MirrorPlan.Row) {}

    func note(unnamed error: FileSystemError, at path: Path, _ side: ComparedSide) {
        events?.append(
            failed: DifferenceLine(places: places).failed(path, side, error.message), error.message)
    }

    func note(_ progress: SwapProgress) { events?.take(progress) }

    func sentences(of error: any Error) -> [String]? {
        switch error {
        case let failure as Failure: failure.bareLines
        case let failure as OutputFailure: failure.failure.bareLines
        case let failure as StoreError: ["\(failure)"]
        default: nil
        }
    }

    func warn(_ sentence: String) { StandardError.say(Failure.prefix + sentence) }

    /// Does something in a plan; what is wrong with the store is a failure of the command.
    static func running<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as StoreError {
            throw Failure(["\(error)"])
        }
    }
}
