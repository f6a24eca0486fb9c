import Files
import Jobs
import Work

/// A job in the tree, with all that the scheduler has to know of it.
final class JobNode {
    /// How far a directory has become jobs.
    enum Reading: Int, Comparable {
        case unread, listed
        /// Every entry became a job.
        case handedOut
        /// All that is left is its time, or the removal of its source.
        case closing

        static func < (left: Reading, right: Reading) -> Bool { left.rawValue < right.rawValue }
    }

    /// Why a job that a lane has was told to stop.
    enum Stop {
        case pause, cancel
        /// Cancelled, but what it wrote is kept.
        case giveUp
        /// The whole queue, or a directory above, was paused, or the queue is closing.
        case hold
    }

    var job: Job
    /// The rank among jobs that stand by themselves; lower comes first.
    var position: Int64
    /// The directory that this one came out of.
    let parent: JobNode?
    /// What is left to hand out below a directory that stands by itself.
    var tree: Tree?
    /// Shared with the lane, while a lane has the job.
    var control: TaskControl?
    /// Breaks the blocked call of the lane that has the job.
    var interrupter: Interrupter?
    var stop: Stop?
    let throttle = Throttle()

    /// Jobs of the entries of this directory, as far as they are in the queue.
    var children: Set<JobID> = []
    /// Children that have not come to an end.
    var openChildren = 0
    var reading = Reading.unread
    /// Failures anywhere below, and those whose jobs were not kept, because there were too many.
    var failuresBelow = 0
    var droppedFailures = 0
    /// Files anywhere below that were skipped because of what was there.
    var skippedBelow = 0
    /// Files below a directory that stands by itself which nothing proves to be whole, and why.
    private var unconfirmedBelow = 0
    private var unconfirmedReason = ""
    /// Names anywhere below that could not be copied, and are told in `Job.leftOut`.
    var leftOutBelow = 0
    /// What it fails with once its lane lets go of it.
    var ending: FileSystemError?
    /// Whether the user is to be asked whatever was said of the batch.
    var asksForItself = false
    /// Whether an earlier run has been here: what is there already may be this job's own work.
    var isRevisit = false

    /// Whether it comes from an earlier process, which may have ended it without having noted it.
    var isInherited = false

    /// Bytes of this file that the directories above have counted in their size.
    var countedSize: UInt64 = 0
    /// Whether they count it as a file without a size, or as a directory that was not read yet.
    var isUnmeasured = false
    /// Whether what lies at the target is this job's own, unfinished work.
    var hasPart = false
    /// Whether the present try has come so far as to write.
    var isOpened = false
    var existing = ExistingTarget.unknown
    /// Targets that are this job's while a lane has it.
    var reserved: [FoldedPath] = []
    /// Whether what is at the target may be another file of the same batch: then it is asked
    /// about, unless the user has answered for this very file.
    var meetsOwn = false
    var isAnswered = false
    /// Whether other jobs put files into this directory's target too.
    var isContested = false
    /// Whether renaming was tried and does not do.
    var mustCopy = false
    /// Failures since the last progress, and the bytes done at the last one.
    var failures = 0
    var doneAtFailure: UInt64 = 0
    /// When the pause before the next try ends, while there is one; and which it is, because a
    /// user may cut it short.
    var backoffEnd: Double?
    var backoffNumber = 0

    var meter = SpeedMeter()
    /// Whether the listener has seen the job; what it never saw need not be taken back.
    var isAnnounced = false
    var isStored = false

    init(_ job: Job, position: Int64, parent: JobNode? = nil) {
        self.job = job
        self.position = position
        self.parent = parent
    }

    var id: JobID { job.id }
    var isBackingOff: Bool { backoffEnd != nil }

    /// What the store keeps of it.
    var stored: StoredJob {
        StoredJob(
            job: job, position: position, hasPart: hasPart, reading: reading)
    }

    var isFinished: Bool {
        switch job.state {
        case .failed, .skipped, .cancelled, .done: true
        default: false
        }
    }

    /// The job that stands by itself, which this one came out of, or is.
    var top: JobNode {
        var node = self
        while let parent = node.parent { node = parent }
        return node
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

    /// Adds a line to the story, which keeps the newest few.
    func tell(_ line: String) {
        if job.story.count >= JobNode.storyLimit { job.story.removeFirst() }
        job.story.append(String(line.prefix(JobNode.lineLimit)))
    }

    func noteUnconfirmed(_ reason: String) {
        guard job.kind == .directory else { return }
        unconfirmedBelow += 1
        unconfirmedReason = reason
    }

    /// Says at the end of a directory what nobody knows of the files in it.
    func tellUnconfirmed() {
        guard unconfirmedBelow > 0 else { return }
        let files = unconfirmedBelow == 1 ? "1 file was" : "\(unconfirmedBelow) files were"
        tell("\(files) copied, but not confirmed: \(unconfirmedReason).")
        unconfirmedBelow = 0
    }

    static let storyLimit = 8
    static let lineLimit = 400
}
