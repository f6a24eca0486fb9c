import Files
import FoundationEssentials
import Jobs
import Words

/// What the process that works on the queue and those that look on tell each other. What must not be
/// lost stands in the store; this only makes it known sooner.
enum ControlMessage: Codable, Sendable {
    /// To the worker: a job or a command was left in the store.
    case look
    /// To the worker: what the user typed for a site; in no store.
    case login(Site, secret: String)
    /// From the worker: rows in the store have changed.
    case changed
    /// From the worker: what was told of progress may be out of date.
    case missed
    /// From the worker: how far jobs are now.
    case progress([JobProgress])
    /// From the worker: all sites that it is connected to.
    case connections([SiteConnections])
}

/// How far a job is that goes on, or may go on.
struct JobProgress: Codable, Sendable {
    let id: JobID
    private var state: String
    private var wait: String?
    private var waitNumber: Int64?
    private var size: UInt64?
    private var done: UInt64
    private var filesFound: Int
    private var filesDone: Int
    private var filesDeleted: Int?
    private var unmeasured: [Int]
    private var tries: Int
    private var speed: Double?
    private var limitedBy: String?
    private var via: String
    private var lane: Int?
    private var story: [String]

    /// Nil of a job whose state says more than a word: the store has it.
    init?(_ job: Job) {
        switch job.state {
        case .waiting, .expanding, .running, .committing, .paused: break
        case .needsAnswer, .needsLogin, .failed, .skipped, .cancelled, .done: return nil
        }
        id = job.id
        state = StoredJob.word(for: job.state)
        wait = StoredJob.word(for: job.wait)
        waitNumber = StoredJob.number(in: job.wait)
        size = job.size
        done = job.done
        filesFound = job.filesFound
        filesDone = job.filesDone
        filesDeleted = job.filesDeleted
        unmeasured = [
            job.unmeasured.files, job.unmeasured.unreadDirectories, job.unmeasured.readDirectories,
        ]
        tries = job.tries
        speed = job.speed
        limitedBy = job.limitedBy
        via = job.via.rawValue
        lane = job.lane
        story = job.story
    }

    /// The job as it is now; as it was where its row says more than a word.
    func applied(to job: Job) -> Job {
        guard JobProgress(job) != nil, let state = plainState, unmeasured.count == 3 else {
            return job
        }
        var job = job
        job.state = state
        job.wait = StoredJob.wait(wait, waitNumber)
        job.size = size
        job.done = done
        job.filesFound = max(0, filesFound)
        job.filesDone = max(0, filesDone)
        job.filesDeleted = max(0, filesDeleted ?? 0)
        job.unmeasured.files = max(0, unmeasured[0])
        job.unmeasured.unreadDirectories = max(0, unmeasured[1])
        job.unmeasured.readDirectories = max(0, unmeasured[2])
        job.tries = max(0, tries)
        job.speed = speed
        job.limitedBy = limitedBy.map { VisibleText.make($0) }
        job.via = Job.Via(rawValue: via) ?? .here
        job.lane = lane
        job.story = story
        return job
    }

    private var plainState: Job.State? {
        switch state {
        case "waiting": .waiting
        case "expanding": .expanding
        case "running": .running
        case "settling": .committing
        case "paused": .paused
        default: nil
        }
    }
}

/// Messages on their way: each four bytes of length, most significant first, and JSON.
struct ControlFrames {
    /// Bytes of JSON in one message at most.
    static let limit = 1 << 18
    /// Counts up with every change of the messages; others are not understood.
    private static let version = 2

    private struct Envelope: Codable {
        var version: Int
        var message: ControlMessage
    }

    private var bytes: [UInt8] = []

    /// Nil where it would be too long.
    static func encode(_ message: ControlMessage) -> [UInt8]? {
        let envelope = Envelope(version: version, message: message)
        guard let data = try? JSONEncoder().encode(envelope), data.count <= limit else {
            return nil
        }
        let count = UInt32(data.count)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + data
    }

    mutating func append(_ more: ArraySlice<UInt8>) { bytes += more }

    /// The next whole message; nil where it has not come yet. Throws where what came is none.
    mutating func next() throws(StoreError) -> ControlMessage? {
        guard bytes.count >= 4 else { return nil }
        let count = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
        guard count <= ControlFrames.limit else {
            throw StoreError(
                tr(
                    "A message from another Ferry "
                        + "process is too long."))
        }
        guard bytes.count >= 4 + count else { return nil }
        let data = Data(bytes[4..<4 + count])
        bytes.removeFirst(4 + count)
        guard let envelope = try? JSONDecoder().decode(Envelope.self, from: data),
            envelope.version == ControlFrames.version
        else { throw StoreError(tr("A message comes from another version of Ferry.")) }
        return envelope.message
    }
}
