import Files
import Jobs

/// From where to where: lanes, and so connections, are shared among jobs of the same route.
struct RouteKey: Hashable {
    var source: Site
    var target: Site?

    init(_ job: Job) {
        source = job.source.site
        target = job.operation.isRemoval ? nil : job.target?.site
    }

    /// Connections that one lane takes, by remote site.
    var needs: [Site: Int] {
        var needs: [Site: Int] = [:]
        for site in [source, target].compactMap(\.self) where !site.isLocal {
            needs[site, default: 0] += 1
        }
        return needs
    }
}

/// What a cancelled job may leave at its target.
struct Remains {
    let route: RouteKey
    let leftover: Leftover
    /// Whether something was written.
    var isThere: Bool

    /// Nil for a job that writes no file, nor a directory as a whole.
    init?(of node: JobNode, parts: PartOwner) {
        guard node.job.kind != .directory || node.isCopiedAsTree && node.control != nil,
            !node.job.operation.isRemoval, let target = node.job.target
        else { return nil }
        route = RouteKey(node.job)
        leftover = Leftover(
            source: node.job.source.path, target: target.path, root: node.job.root,
            parts: parts)
        isThere = node.hasPart
    }
}

/// The jobs and lanes of one route.
final class Route {
    /// Why no job of a route is tried.
    struct Rest {
        /// The job that shows it.
        let job: JobID
        /// When it ends, by the queue's clock.
        let end: Double
        /// Bytes that are missing where there is no room; nil where nobody answers.
        let missing: UInt64?
    }

    let key: RouteKey
    /// As the key has them.
    let needs: [Site: Int]
    /// Jobs that stand by themselves and have not begun, or begin again.
    var waiting = WaitingList()
    /// Directories that have begun, in the order of their positions.
    var active: [JobNode] = []
    /// Large files that lanes fetch, of which others may fetch segments.
    private(set) var divided: [JobID: Segments] = [:]
    /// Those that are being opened, and will be such files then.
    private(set) var undivided: [JobID: SegmentMeeting] = [:]
    /// Whether its server sends files from their starts only.
    var isIndivisible = false
    /// Parts of cancelled jobs, to be thrown away.
    var leftovers: [Leftover] = []
    var sweeps: [Sweep] = []
    var lanes: [LaneHandle] = []
    /// What all of them have done so far.
    let meter = LaneMeter()
    /// Whether files go straight from the one server to the other.
    let straight: StraightRoute
    /// Whether round trips took longer than bytes in what was last given to one.
    var isSmall = false
    /// How long files take.
    private(set) var filePace = RunPace()
    /// How long directories take that are read.
    private var directoryPace = RunPace()
    /// Directories that a lane can read without a round trip for each; known once one has worked.
    private var directoriesAhead = 1
    /// Times in a row that the server could not be reached, or had no room: then no job of the
    /// route is tried for a while.
    var failures = 0
    /// Why that is, while it is so; and which time it is, because a user may cut it short.
    var rest: Rest?
    var restNumber = 0
    /// Times in a row that connections failed for a command, with nothing done between.
    var standstill = 0

    init(_ key: RouteKey, goesStraight: Bool = false) {
        self.key = key
        needs = key.needs
        straight = StraightRoute(
            isWanted: goesStraight || key.source[QueueOptions.isStraight]
                || key.target?[QueueOptions.isStraight] ?? false)
    }

    /// Adds a directory to those that have begun, in the order of their positions.
    func activate(_ top: JobNode) {
        guard !active.contains(where: { $0 === top }) else { return }
        let index = active.firstIndex { $0.position > top.position }
        active.insert(top, at: index ?? active.endIndex)
    }

    /// Directories that a lane is given to read at once: the files of the first wait for the last.
    var directoriesAtOnce: Int { max(directoriesAhead, directoryPace.least) }

    /// A lane that can read so many directories ahead has taken so many seconds for its work.
    func note(_ work: LaneWork, seconds: Double, ahead directories: Int) {
        directoriesAhead = directories
        switch work {
        case .files(let tasks): filePace.note(tasks.count, seconds: seconds)
        case .expand(let tasks): directoryPace.note(tasks.count, seconds: seconds)
        default: break
        }
    }

    var isResting: Bool { rest != nil }

    /// Whether something is to be cleared away.
    var hasCleaning: Bool { !leftovers.isEmpty || !sweeps.isEmpty }

    var hasWork: Bool { hasJobs || openings > 0 }

    /// How many more may fetch segments of files that others have, or soon may.
    var openings: Int {
        guard hasLargeFiles else { return 0 }
        return divided.values.reduce(0) { $0 + $1.openings }
            + undivided.values.reduce(0) { $0 + $1.openings }
    }

    /// Whether a lane waits for others before it asks for a large file.
    var isGathering: Bool { undivided.values.contains { $0.openings > 0 } }

    /// Whether lanes have files that others may help with.
    var hasLargeFiles: Bool { !divided.isEmpty || !undivided.isEmpty }

    /// Work on a file that another lane has, as was told to one more now; nil where there is none.
    func nextHelp() -> LaneWork? {
        if let segments = divided.values.first(where: { $0.openings > 0 }) {
            segments.expect()
            return .segments(segments)
        }
        guard let meeting = undivided.values.first(where: { $0.openings > 0 }) else { return nil }
        meeting.expectOne()
        return .meeting(meeting)
    }

    /// Others may come to fetch it with the lane that is about to ask for it.
    func willDivide(_ id: JobID, _ meeting: SegmentMeeting) {
        undivided[id] = meeting
    }

    func willNotDivide(_ id: JobID) {
        undivided.removeValue(forKey: id)?.end()
    }

    func divide(_ id: JobID, _ segments: Segments) {
        undivided[id] = nil
        divided[id] = segments
    }

    /// Tells lanes that are about to ask for large files how many are on their way to help.
    func noteComing() {
        guard !undivided.isEmpty else { return }
        // Those who log in while jobs wait come for these.
        let count = hasJobs ? 0 : connectingCount
        for meeting in undivided.values { meeting.noteComing(count) }
    }

    /// Nobody joins the lane that had it any more.
    func endSegments(of id: JobID) {
        guard hasLargeFiles else { return }
        willNotDivide(id)
        divided[id] = nil
    }

    /// Lanes that do so.
    var helperCount: Int { divided.values.reduce(0) { $0 + $1.helperCount } }
    var leavingCount: Int { divided.values.reduce(0) { $0 + $1.leavingCount } }

    /// Whether there is work that no lane has.
    var hasJobs: Bool {
        !waiting.isEmpty || hasCleaning
            || active.contains { $0.subtree?.walk?.hasWork ?? false }
    }

    /// Files, directories and segments that could be given to lanes, as far as they are known.
    var waitingCount: Int {
        active.reduce(waiting.count + openings) { $0 + ($1.subtree?.walk?.waitingCount ?? 0) }
    }

    /// Lanes that log in.
    var connectingCount: Int {
        lanes.count {
            if case .connecting = $0.state { return true }
            return false
        }
    }

    var idleLane: LaneHandle? { lanes.first { !$0.isBusy } }
}
