import Files
import Jobs
import Work

/// A connection to each end of a route, and the one place that moves bytes between them. Lives
/// on its worker.
final class Lane {
    /// Files whose commit is put together, and bytes of them at most.
    static let commitCount = 64
    static let commitBytes: UInt64 = 16 << 20
    /// Seconds that a file written on this machine waits for others at most.
    static let commitDelay = 0.25
    static let remoteCommitDelay = 5.0
    /// Seconds after which a file that is being written is known to the store, whatever its size.
    static let lastingTime = 2.0

    let source: any FileSystem
    /// Nil for removals.
    let target: (any FileSystem)?
    let interrupter: LaneInterrupter
    let copier = Copier()
    private let report: @Sendable ([LaneEvent]) -> Void
    private var events: [LaneEvent] = []
    private var lastReport = 0.0

    init(
        source: any FileSystem, target: (any FileSystem)?, interrupter: LaneInterrupter,
        report: @escaping @Sendable ([LaneEvent]) -> Void
    ) {
        self.source = source
        self.target = target
        self.interrupter = interrupter
        self.report = report
        interrupter.install([source.interrupt] + (target.map { [$0.interrupt] } ?? []))
    }

    /// Does all of `work`; every job in it has been reported as finished when this returns.
    func run(_ work: LaneWork) {
        switch work {
        case .files(let tasks): copy(tasks)
        case .expand(let task): expand(task)
        case .close(let task): close(task)
        case .rename(let task): rename(task)
        case .remove(let tasks): remove(tasks)
        case .discard(let leftovers, let owners): discard(leftovers, sweeping: owners)
        }
        interrupter.begin(nil)
        flush()
    }

    /// Says good-bye to both ends.
    func close() {
        source.close()
        target?.close()
    }

    func tell(_ event: LaneEvent) {
        events.append(event)
    }

    func finish(_ id: JobID, _ outcome: Outcome) {
        events.append(.finished(id, outcome))
    }

    /// Reports what has gathered; where nobody waits for it, only every now and then.
    func flush(lazily: Bool = false) {
        let now = Throttle.now()
        if lazily, now - lastReport < Lane.reportDelay { return }
        guard !events.isEmpty else { return }
        lastReport = now
        report(events)
        events = []
    }

    /// Seconds between two reports of small files.
    private static let reportDelay = 0.02

    /// An error, or that the job was stopped, whatever broke because of it.
    func outcome(of error: FileSystemError, _ control: TaskControl) -> Outcome {
        control.isStopped ? .stopped : .failed(error)
    }
}
