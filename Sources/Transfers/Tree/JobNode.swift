import Files
import Jobs
import Work

/// A job in the tree of jobs, with all that the scheduler has to know of it.
final class JobNode {
    /// What is kept of a job by its kind.
    enum Contents {
        case file(FileAccount)
        case directory(Subtree)
        /// Something that is deleted.
        case removal
        /// A plan, of which the scheduler knows nothing else.
        case plan
    }

    /// What is known of a file, or a link, that is copied or moved.
    struct FileAccount {
        /// Bytes that the directories above have counted in their size.
        var countedSize: UInt64 = 0
        /// Whether they count it as a file without a size.
        var isUnmeasured = false
        /// Whether what lies at the target is this job's own, unfinished work.
        var hasPart = false
    }

    /// What was done about it before.
    enum Past {
        case none
        /// An earlier run has been here: what is there already may be this job's own work.
        case tried
        /// It comes from an earlier process, which may have ended it without having noted it.
        case inherited(wasTried: Bool)
    }

    /// What is known of the name that it is to get, and of what the user said of that.
    struct Meeting {
        var existing = ExistingTarget.unknown
        /// Targets of other jobs, most of the same batch, that the target may not tell from this one's:
        /// what is there may be theirs, and is asked about then.
        var others: [Path] = []
        /// Whether this one comes before all of those, so that none of them is there as yet.
        var isFirst = false
        /// Whether the user has answered for this very file.
        var isAnswered = false
        /// Whether the user is to be asked whatever was said of the batch.
        var asksForItself = false
        /// Whether the user has given it a name, of which nothing else was said.
        var isRenamed = false
    }

    /// Failures since the last progress, and the bytes done at the last one.
    struct Failures {
        var count = 0
        var done: UInt64 = 0
        /// Whether the last one was that of a connection, and none was there since.
        var isLostLine = false
    }

    var job: Job
    /// The rank among jobs that stand by themselves; lower comes first.
    var position: Int64
    /// The directory that this one came out of.
    let parent: JobNode?
    var activity = Activity.none
    private(set) var contents: Contents
    private(set) var past: Past
    var meeting = Meeting()
    /// Of a directory of which only chosen names go.
    var choice: Choice?
    /// Of a directory that stands by itself, where it is known what goes of it and of all below.
    var plan: PlannedTree?
    /// What it is to do, until the store has it.
    var script: PlanScript?
    var failures = Failures()
    /// Whether renaming was tried and does not do.
    var mustCopy = false
    /// Whether segments of it, fetched by several connections, did not fit together.
    var isIndivisible = false
    /// Of a move: whether its target was not there before.
    var hasMadeTarget = false
    let throttle = Throttle()
    var meter = SpeedMeter()
    var bottleneck = BottleneckMeter()

    init(_ job: Job, position: Int64, parent: JobNode? = nil, past: Past = .none) {
        self.job = job
        self.position = position
        self.parent = parent
        self.past = past
        contents =
            if job.operation.isRemoval {
                .removal
            } else if job.operation.isPlan {
                .plan
            } else {
                job.kind == .directory ? .directory(Subtree()) : .file(FileAccount())
            }
    }

    var id: JobID { job.id }

    /// Makes a directory of what turned out to be a link to one.
    func becomeDirectory() {
        job.kind = .directory
        contents = .directory(Subtree())
    }

    // MARK: - What is being done

    var assignment: Assignment? {
        if case .inLane(let assignment) = activity { assignment } else { nil }
    }

    var control: TaskControl? { assignment?.control }
    var stop: Assignment.Stop? { assignment?.stop }

    var pause: Activity.Pause? {
        if case .backingOff(let pause) = activity { pause } else { nil }
    }

    var watch: Activity.Watch? {
        if case .watching(let watch) = activity { watch } else { nil }
    }

    // MARK: - What was done before

    var isRevisit: Bool {
        switch past {
        case .none: false
        case .tried: true
        case .inherited(let wasTried): wasTried
        }
    }

    var isInherited: Bool {
        if case .inherited = past { true } else { false }
    }

    /// Notes that it may find its own work.
    func noteTried() {
        switch past {
        case .none, .tried: past = .tried
        case .inherited: past = .inherited(wasTried: true)
        }
    }

    /// Whatever it finds from now on is not its own.
    func forgetTries() {
        job.tries = 0
        past = .none
    }

    // MARK: - By its kind

    /// Of a directory that is copied or moved.
    var subtree: Subtree? {
        if case .directory(let subtree) = contents { subtree } else { nil }
    }

    /// Of a file or a link that is copied or moved.
    var file: FileAccount? {
        get {
            if case .file(let file) = contents { file } else { nil }
        }
        set {
            if let newValue, case .file = contents { contents = .file(newValue) }
        }
    }

    var children: Set<JobID> { subtree?.children ?? [] }
    var reading: Subtree.Reading { subtree?.reading ?? .unread }
    var shortfall: Subtree.Shortfall { subtree?.shortfall ?? Subtree.Shortfall() }
    var hasPart: Bool { file?.hasPart ?? false }

    // MARK: - States

    var isFinished: Bool {
        switch job.state {
        case .failed, .skipped, .cancelled, .done: true
        default: false
        }
    }

    /// Whether this or a directory above is paused.
    var isHeld: Bool {
        if job.state == .paused { return true }
        var above = parent
        while let node = above {
            if node.job.state == .paused { return true }
            above = node.parent
        }
        return false
    }

    /// What the store keeps of it.
    var stored: StoredJob {
        var job = job
        // After a restart nobody knows that it asks for itself: then it must not replace anything.
        if meeting.isRenamed, job.policy == .ask { job.policy = .keepBoth }
        return StoredJob(job: job, position: position, hasPart: hasPart, reading: reading)
    }

    /// The same, with the names that were chosen, or what it is to do: these are written once.
    var storedWithChoice: StoredJob {
        var stored = stored
        stored.chosen = choice?.names(for: job.operation)
        stored.script = script?.bytes
        return stored
    }

    /// Whether what was chosen in it gets other names on its site, whatever it is.
    var givesNames: Bool {
        job.chosen != nil && job.operation == .move && job.source.site == job.target?.site
    }

    /// Whether it goes by another name alone, without what is in it being looked at.
    var isRenamed: Bool {
        job.operation == .move && !mustCopy && job.chosen == nil
            && job.source.site == job.target?.site
            && (parent == nil || parent?.givesNames == true)
    }

    /// Whether it is a directory that its server may copy as a whole, where nothing of it is left out or
    /// looked at.
    var isCopiedAsTree: Bool {
        job.operation == .copy && !mustCopy && job.kind == .directory && job.chosen == nil
            && job.link == nil && parent == nil && planned == nil && job.modes != .preserve
            && job.source.site == job.target?.site
            && [.dav, .davs].contains(job.source.site.scheme)
    }

    /// Whether it is a plan that a lane has.
    var isCarriedOut: Bool { job.operation.isPlan && control != nil }

    // MARK: - Its place in the tree

    /// The job that stands by itself, which this one came out of, or is.
    var top: JobNode {
        var node = self
        while let parent = node.parent { node = parent }
        return node
    }

    /// The directories above, the nearest first.
    var ancestors: [JobNode] {
        var all: [JobNode] = []
        var above = parent
        while let node = above {
            all.append(node)
            above = node.parent
        }
        return all
    }

    /// Components below the job that stands by itself.
    var depth: Int {
        var (depth, above) = (0, parent)
        while let node = above {
            depth += 1
            above = node.parent
        }
        return depth
    }

    // MARK: - Its story

    /// Adds a line to the story, which keeps the newest few.
    func tell(_ line: String) {
        if job.story.count >= JobNode.storyLimit { job.story.removeFirst() }
        job.story.append(String(line.prefix(JobNode.lineLimit)))
    }

    static let storyLimit = 8
    static let lineLimit = 400
}
