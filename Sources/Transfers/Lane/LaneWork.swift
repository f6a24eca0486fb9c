import Files
import Jobs
import Work

/// What a lane is given to do in one go.
enum LaneWork: Sendable {
    /// Copies files, in this order.
    case files([FileTask])
    /// Makes the target directories of one tree and reads both listings of each.
    case expand([DirectoryTask])
    /// Gives directories their time, or removes the sources of moved ones.
    case close([DirectoryTask])
    /// Moves within one site by giving another name.
    case rename(FileTask)
    /// Has the server copy a directory with all that is in it.
    case tree(FileTask)
    /// Deletes files, or one directory with all that is in it, or moves such to the trash.
    case remove([RemovalTask])
    /// Makes an archive.
    case pack(PackTask)
    /// Carries a plan out.
    case plan(PlanTask)
    /// Fetches segments of a large file that another lane has.
    case segments(Segments)
    /// The same of one that a lane is about to ask for.
    case meeting(SegmentMeeting)
    /// Throws parts of cancelled jobs away, and what earlier runs of them left.
    case discard([Leftover], sweeping: [Sweep])
}

/// What is known of the name that a file is to get.
enum ExistingTarget: Sendable {
    case unknown
    case none
    case entry(Entry)

    var isNone: Bool {
        if case .none = self { true } else { false }
    }
}

/// A file to be copied, moved or renamed.
struct FileTask: Sendable {
    var id: JobID
    var operation: Job.Operation
    var kind: Job.Kind
    var source: Path
    var target: Path
    var root: Path?
    var size: UInt64?
    var modified: Timestamp?
    /// The source's permissions; nil where they are not known.
    var mode: UInt16?
    var policy: ConflictPolicy
    /// Targets of others that may be this one too: what is there is not replaced where it is.
    var meets: [Path] = []
    /// Whether names beside the source, too, may be this one at the target: see `RestoredTwins`.
    var mayMeetUnknown = false
    var links: LinkPolicy
    var modes: ModePolicy
    /// The text of the link that the source is, as the job knows it; empty where it does not.
    var link: [UInt8]?
    /// Directories between the one that is copied as a whole and the file itself.
    var depth: Int
    /// What the link is to say that is made of it; nil where bytes are copied.
    var madeLink: [UInt8]?
    var existing: ExistingTarget
    var foreseen = Foreseen.anything
    /// What it is part of, and what hears beforehand what is done.
    var plan: PlannedTree?
    /// Where what it replaces goes; nil for nowhere.
    var aside: Path?
    /// Whether an earlier try of this very job may have left a part.
    var isAgain: Bool
    /// Whether a target of the same size and time is this job's own work of an earlier run.
    var isRevisit: Bool
    /// Whether an earlier process may have ended the job without having noted it.
    var isInherited: Bool
    var control: TaskControl
    /// The limits of the directories above, and of the whole queue.
    var throttles: [Throttle]
    /// The unfinished files of the job's batch.
    var parts: PartOwner
    /// Whether the job stands by itself, not below a directory.
    var isAlone: Bool
    /// How others may fetch segments of it, if it is large; nil for not.
    var division: DivisionRules?
}

/// A directory to be copied or moved.
struct DirectoryTask: Sendable {
    var id: JobID
    var operation: Job.Operation
    var source: Path
    var target: Path
    var root: Path?
    var modified: Timestamp?
    /// The source's permissions; nil where they are not known.
    var mode: UInt16?
    var modes: ModePolicy
    /// The permissions that the target is still to be given, once all that goes into it is there.
    var finalMode: UInt16?
    var links: LinkPolicy
    /// Whether the source is a link, which is followed.
    var isLink: Bool
    /// As in `FileTask`.
    var isAlone: Bool
    /// Whether the links that were followed on the way lead back to a directory on the way.
    var isLoop: Bool
    /// Below a link that was followed: the directories above, and those that are written.
    var above: [Path]
    /// Below a link that was followed: the directory that is moved as a whole, if one is.
    var moved: Path?
    /// Whether an earlier process began it, and may have ended it without having noted it.
    var isInherited: Bool
    /// Whether an earlier try, or an earlier run, may have made the target.
    var goesOn: Bool
    /// As in `FileTask`.
    var meets: [Path] = []
    var mayMeetUnknown = false
    /// Whether all that was in it has been moved away, so that it goes too.
    var isEmptied = false
    /// Nil where all goes that is in it, and the directory itself.
    var chosen: ChosenListing?
    /// What goes of it, where that is known, beside the directory itself.
    var planned: Directory?
    /// Whether the target was seen to be there when that was planned.
    var isForeseen = false
    /// As in `FileTask`.
    var plan: PlannedTree?
    var control: TaskControl
    var parts: PartOwner

    /// Whether the target is a directory that the user has named.
    var goesIntoUsers: Bool { chosen != nil || planned != nil && isAlone }
}

/// A file or a directory to be deleted, or to be moved to the trash.
struct RemovalTask: Sendable {
    var id: JobID
    /// Whether it is moved to the trash instead.
    var isTrashed = false
    var kind: Job.Kind
    var path: Path
    /// As in `FileTask`.
    var isInherited: Bool
    /// Nil where all goes that is in it, and the directory itself.
    var chosen: ChosenListing?
    /// Whether it was begun before to delete these: what was made anew since is left.
    var mayBeAnew = false
    var control: TaskControl
}

/// An archive to be made.
struct PackTask: Sendable {
    /// The archive as a file to be written; its source is the directory that holds the entries.
    var file: FileTask
    /// What goes into it.
    var chosen: ChosenListing
}

/// A part that nobody will continue, if there is one of that file.
struct Leftover: Sendable {
    var source: Path
    var target: Path
    var root: Path?
    var parts: PartOwner
}

/// What became of a job in a lane.
enum Outcome: Sendable {
    /// Made final; with its size.
    case done(UInt64)
    /// Left out, and why.
    case skipped(String)
    /// A link that cannot be copied, and why: a sentence.
    case leftOut(String)
    /// A link to a directory, of which that is known: it is to be descended.
    case leadsToDirectory(Entry?)
    /// What was to be moved as a directory is a link to one, or may be.
    case isLink(to: [UInt8])
    case conflict(Conflict)
    /// Stopped because its control said so.
    case stopped
    case failed(FileSystemError)
    /// Not begun, because the target has not room enough: so many bytes are missing.
    case noRoom(missing: UInt64, FileSystemError)
    /// Not done, through no fault of its own: the connection broke meanwhile.
    case returned
    /// Cannot be renamed where it is to go: it has to be copied.
    case mustCopy
    /// A directory was read.
    case expanded(Listings)
    /// A directory was not read, because it holds too many names to be read together with others.
    case large
    /// All was done that is to be done for now, so many changes aside that could not be made.
    case watching(any ChangeWatch, failed: Int)

    var isDone: Bool {
        if case .done = self { return true }
        return false
    }

    /// Whether a server was asked about it, or told of it, and nothing else counts that.
    var costsRoundTrips: Bool {
        switch self {
        case .expanded, .skipped, .leftOut: true
        case .done, .leadsToDirectory, .isLink, .conflict, .stopped, .failed, .noRoom, .returned,
            .mustCopy, .large, .watching:
            false
        }
    }

    /// Whether the job has come to an end that giving it up cannot change.
    var isFinal: Bool {
        switch self {
        case .done, .skipped, .leftOut: true
        case .conflict, .stopped, .failed, .returned, .mustCopy, .expanded, .large, .noRoom,
            .leadsToDirectory, .isLink, .watching:
            false
        }
    }
}

/// Both sides of a directory.
struct Listings: Sendable {
    var source: Directory
    /// Nil where the directory was made anew.
    var target: ExistingNames?
    /// The permissions that it gets in the end, where it has others until then.
    var finalMode: UInt16?
    /// Whether links can be made where it goes.
    var holdsLinks: Bool
    /// Entries whose names the target may not tell from those of others.
    var twins = TwinNames()
    /// Directories in `source`.
    var directoryCount: Int
    /// In which order of their positions the entries go; nil for their own.
    var order: [UInt32]?
    /// Chosen names that are not in the directory.
    var missing = MissingNames()

    init(source: Directory, target: ExistingNames?, holdsLinks: Bool) {
        self.source = source
        self.target = target
        self.holdsLinks = holdsLinks
        directoryCount = 0
        for index in 0..<source.count where source.kind(at: index) == .directory {
            directoryCount += 1
        }
        twins = TwinNames(in: source)
    }
}

/// What a lane tells the scheduler.
enum LaneEvent: Sendable {
    /// Bytes are about to move; with the size where it is known now.
    case began(JobID, size: UInt64?, modified: Timestamp?)
    /// So many bytes are to be read for it, which is not what it will be as long as.
    case measured(JobID, UInt64)
    /// What is to be done is known only now: files to copy and to delete, and bytes to copy.
    case planned(JobID, files: Int, bytes: UInt64)
    /// An entry that goes into its archive was left out, and why: a sentence.
    case leftOut(JobID, String)
    /// From now on what lies at the target is this job's own, whole or not.
    case opened(JobID)
    /// All its bytes are there; it is being made final.
    case committing(JobID)
    case note(JobID, String)
    /// Who moves its bytes, where it is not this machine.
    case carried(JobID, Job.Via)
    /// The servers have answered, and others will soon be of use, to fetch segments of it.
    case willDivide(JobID, SegmentMeeting)
    /// Others may fetch segments of it, or more of them than before.
    case divided(JobID, Segments)
    /// It is not divided at once after all.
    case willNotDivide(JobID)
    /// It cannot be fetched in segments, or nothing of its server can.
    case indivisible(JobID, isRoute: Bool)
    /// What was written was compared with its source, and how.
    case verified(JobID, String)
    /// It is copied, but nothing proves that it is whole, and why.
    case unconfirmed(JobID, reason: String)
    /// The target was there with its source's size and time, and other bytes: it is copied anew.
    case differed(JobID)
    /// The file gets another name than was asked for.
    case retargeted(JobID, Path)
    /// Something was done that can be taken back.
    case didStep(JobID, UndoStep)
    /// What was there before is gone: that cannot be taken back.
    case replaced(JobID)
    case finished(JobID, Outcome)
}

extension LaneWork {
    /// Bytes of a file on average up to which round trips take longer than bytes.
    private static let smallFile: UInt64 = 256 << 10

    /// Whether what it moves is so small that round trips take longer than bytes; nil where it moves
    /// nothing.
    var isSmall: Bool? {
        switch self {
        case .files(let tasks):
            let bytes = tasks.reduce(0) { $0 &+ ($1.size ?? LaneWork.smallFile) }
            return bytes / UInt64(max(1, tasks.count)) <= LaneWork.smallFile
        case .expand: return true
        case .segments, .meeting, .pack: return false
        case .close, .rename, .tree, .remove, .plan, .discard: return nil
        }
    }

    /// The jobs in it.
    var jobs: [JobID] {
        switch self {
        case .files(let tasks): tasks.map(\.id)
        case .expand(let tasks), .close(let tasks): tasks.map(\.id)
        case .rename(let task), .tree(let task): [task.id]
        case .pack(let task): [task.file.id]
        case .plan(let task): [task.id]
        case .remove(let tasks): tasks.map(\.id)
        case .segments, .meeting, .discard: []
        }
    }
}
