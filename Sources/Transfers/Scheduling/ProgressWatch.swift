import Jobs

/// Looks now and then how far the running jobs are, how fast they get on and why no faster, and
/// counts down for those that wait for their next try.
final class ProgressWatch {
    /// Seconds between two looks at what runs.
    private static let pace = 0.1
    /// Seconds between two looks at the countdowns, where nothing else runs.
    private static let countdownPace = 0.4

    private let flow: JobFlow
    private let jobs: JobTree
    private let lanes: LanePool
    private let pauses: Pauses
    private let notices: NoticeBoard
    private let limit: QueueLimit
    /// Nil where what a process was doing is nobody else's business.
    private let journal: Journal?
    private let later: Later<ProgressWatch>

    /// Directories of which it was told what keeps them from being faster.
    private var explainedDirectories: Set<JobID> = []
    /// Whether the next look is on its way.
    private var isTicking = false

    /// `journal` gets the progress noted; nil where none is kept.
    init(
        of jobs: JobTree, _ flow: JobFlow, _ lanes: LanePool, _ pauses: Pauses,
        _ notices: NoticeBoard, _ limit: QueueLimit, journal: Journal?,
        later: Later<ProgressWatch>
    ) {
        self.jobs = jobs
        self.flow = flow
        self.lanes = lanes
        self.pauses = pauses
        self.notices = notices
        self.limit = limit
        self.journal = journal
        self.later = later
    }

    /// Has the next look come, where there is something to look at.
    func goOn() {
        guard !isTicking,
            !flow.running.isEmpty || !pauses.countingDown.isEmpty
                || !explainedDirectories.isEmpty
        else { return }
        isTicking = true
        let pace = flow.running.isEmpty ? ProgressWatch.countdownPace : ProgressWatch.pace
        later.after(pace) { watch in
            watch.isTicking = false
            watch.tick()
        }
    }

    private func tick() {
        let now = later.clock.now()
        pauses.countDown()
        limit.look(at: now)
        let above = measure(flow.running, at: now)
        journal?.noteProgress(of: flow.running.union(above).union(pauses.countingDown))
    }

    /// Takes in how far these jobs are that lanes have; gives the directories above them.
    private func measure(_ running: Set<JobID>, at now: Double) -> Set<JobID> {
        var above: [JobID: Set<Int>] = [:]
        for id in running {
            guard let node = jobs[id] else { continue }
            node.takeProgress()
            node.takeTimes()
            let directories = node.ancestors
            for directory in directories {
                above[directory.id, default: []].insert(node.job.lane ?? 0)
            }
            if node.job.state == .running {
                node.job.speed = node.meter.add(node.job.done, at: now)
                let helpers = lanes.route(for: node.job).divided[id]?.helperCount ?? 0
                explainSpeed(of: node, lanes: 1 + helpers, at: now)
            }
            notices.noteChange(of: id)
        }
        for (id, lanes) in above {
            guard let node = jobs[id] else { continue }
            node.job.speed = node.meter.add(node.job.done, at: now)
            explainSpeed(of: node, lanes: lanes.count, at: now)
            notices.noteChange(of: id)
        }
        // Below these nothing moves any more.
        for id in explainedDirectories.subtracting(above.keys).subtracting(running) {
            jobs[id]?.job.limitedBy = nil
            notices.noteChange(of: id)
        }
        explainedDirectories = Set(above.keys)
        return explainedDirectories
    }

    private func explainSpeed(of node: JobNode, lanes: Int, at now: Double) {
        let isMoving = node.job.speed ?? 0 > 0
        switch node.bottleneck.look(at: now, lanes: lanes, isMoving: isMoving) {
        case .same: break
        case .unknown: node.job.limitedBy = nil
        case .found(let cause, let spent):
            node.job.limitedBy = BottleneckText(self.lanes, limit).sentence(
                cause, of: node, over: lanes, spent)
        }
    }
}
