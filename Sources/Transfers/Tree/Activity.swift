import Files
import Work

/// What is being done about a job now.
enum Activity {
    /// Nothing: it waits for its turn or for somebody, or it has ended.
    case none
    /// A lane has it.
    case inLane(Assignment)
    /// It failed, and is tried again later.
    case backingOff(Pause)
    /// It waits until something changes.
    case watching(Watch)

    /// The time before the next try.
    struct Pause {
        /// By the queue's clock.
        let end: Double
        /// Which pause it is of the whole queue, because a user may cut one short.
        let number: Int
    }

    /// The time until something changes.
    struct Watch {
        let source: any ChangeWatch
        /// As of a pause.
        let number: Int
    }
}

/// A job in the hands of a lane.
final class Assignment {
    /// Why a job that a lane has was told to stop.
    enum Stop {
        case pause, cancel
        /// Cancelled, but what it wrote is kept.
        case giveUp
        /// The whole queue, or a directory above, was paused, or the queue is closing.
        case hold
    }

    /// Shared with the lane.
    let control: TaskControl
    /// Targets that are the job's meanwhile.
    var reserved: [FoldedPath]
    /// Breaks the blocked call of the lane; nil until it has the job.
    var interrupter: LaneInterrupter?
    var stop: Stop?
    /// What it fails with once its lane lets go of it.
    var ending: FileSystemError?
    /// Whether it has come so far as to write.
    var isOpened = false
    /// How often its route's connections had failed in a row when it began.
    var standstill = 0

    init(_ control: TaskControl, reserved: [FoldedPath] = []) {
        self.control = control
        self.reserved = reserved
    }
}
