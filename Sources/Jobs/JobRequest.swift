package import Files

/// What a user asks the queue for; the queue makes a `Job` of it.
package struct JobRequest: Hashable, Sendable {
    package var operation: Job.Operation
    package var source: Location
    package var entry: Entry
    /// The file or directory to be made; nil for a delete.
    package var target: Location?
    /// The directory that the user chose as target.
    package var root: Path?
    package var policy: ConflictPolicy
    package var links: LinkPolicy
    package var modes: ModePolicy
    /// Where the source is a directory of which only these entries go: into the target, which is as
    /// little theirs as the source is. Nil for all of what is named.
    package var chosen: ChosenEntries?
    /// Where the source is a directory of which only this goes, and nothing else below it either. Only a
    /// queue that nothing outlives takes it.
    package var plan: PlannedTree?
    /// What is to be done, for a job that carries a plan out; nil for any other.
    package var script: PlanScript?

    package init(
        operation: Job.Operation, source: Location, entry: Entry, target: Location? = nil,
        root: Path? = nil, policy: ConflictPolicy = .ask, links: LinkPolicy = .keep,
        modes: ModePolicy = .source, chosen: ChosenEntries? = nil, plan: PlannedTree? = nil,
        script: PlanScript? = nil
    ) {
        self.operation = operation
        self.source = source
        self.entry = entry
        self.target = target
        self.root = root
        self.policy = policy
        self.links = links
        self.modes = modes
        self.chosen = chosen
        self.plan = plan
        self.script = script
    }
}

/// Entries of one directory that go as one job, as a listing had them.
package struct ChosenEntries: Sendable {
    package let listing: Directory
    /// Positions in the listing, each once, in the order in which they are to go; nil for its own.
    package let order: [UInt32]?

    package init(_ listing: Directory, order: [UInt32]? = nil) {
        self.listing = listing.withoutRemarks
        let isWhole =
            order?.count == listing.count
            && order?.allSatisfy { Int($0) < listing.count } == true
        self.order = isWhole ? order : nil
    }
}

extension ChosenEntries: Hashable {
    /// Whether they have the same names.
    package static func == (left: ChosenEntries, right: ChosenEntries) -> Bool {
        left.listing.count == right.listing.count
            && ChosenNames(left.listing) == ChosenNames(right.listing)
    }

    /// By how many they are.
    package func hash(into hasher: inout Hasher) { hasher.combine(listing.count) }
}

/// How far an answer to a conflict reaches.
package enum AnswerScope: Hashable, Sendable {
    case thisFile, batch
    /// Those of the batch whose targets' names fit shell patterns (`NamePattern`).
    case pattern(String)
    /// All that goes the same way between this machine and the server, until that is taken back.
    case site
}

/// What a user tells the queue.
package enum QueueCommand: Hashable, Sendable {
    case pause(JobID)
    case resume(JobID)
    case pauseAll
    case resumeAll
    /// Gives a job up. What it wrote in part is kept, and its row stays as `cancelled`; or it is
    /// thrown away, and the row goes.
    case cancel(JobID, keepsParts: Bool)
    /// Tries a job again that failed, was skipped or was cancelled, or one that waits, at once.
    case retry(JobID)
    case retryFailed
    case clearDone
    /// Moves by that many places in the order of what waits: -1 is one earlier.
    case move(JobID, by: Int)
    case answer(JobID, ConflictPolicy, AnswerScope)
    /// Gives what a job asks about another name, in the same directory. Where that is taken too, it
    /// asks again, whatever was said of others.
    case rename(JobID, Name)
    /// Takes back what was answered for a site.
    case forgetAnswer(Site, SiteAnswer.Way)
    case setPolicy(JobID, ConflictPolicy)
    /// Bytes a second; nil for none.
    case limit(JobID, UInt64?)
    case limitAll(UInt64?)
    /// Connections that transfers may have to a site, 1…16; nil finds out.
    case connections(Site, Int?)
    /// There is a password for that site now: all its jobs that need one wait for their turn again.
    case loginGiven(Site)
}

/// What has changed in the queue since the last one; posted at most ten times a second.
package struct QueueChange: Hashable, Sendable {
    /// Which process carries the jobs out.
    package enum Worker: Hashable, Sendable {
        case this
        case another
        /// None: the work was stopped from outside, and goes on here as soon as the user wants it.
        case nobody
    }

    /// New and changed jobs.
    package var changed: [Job] = []
    package var removed: [JobID] = []
    /// All jobs in their order; only where the order changed.
    package var order: [JobID]?
    /// Whether everything is paused.
    package var isPaused: Bool?
    /// Only where that changed; at first it is this one.
    package var worker: Worker?
    /// Whether the process that works takes passwords from this one; only where that changed.
    package var takesLogins: Bool?
    /// All sites that transfers are connected to; only where that changed.
    package var connections: [SiteConnections]?
    /// What was answered for whole sites; only where that changed.
    package var answers: [SiteAnswer]?
    /// The limit of all jobs together; only where that changed. At first there is none.
    package var limit: TimedRate?

    package init() {}

    package var isEmpty: Bool {
        changed.isEmpty && removed.isEmpty && order == nil && isPaused == nil && worker == nil
            && connections == nil && takesLogins == nil && answers == nil && limit == nil
    }
}
