package import Files

/// Names a job for as long as the queue keeps it, also over a restart.
package struct JobID: Hashable, Sendable, Comparable, Codable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    package static func < (left: JobID, right: JobID) -> Bool { left.rawValue < right.rawValue }
}

/// Names what was asked for in one go: all that one press of F5 copies.
package struct BatchID: Hashable, Sendable, Codable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }
}

/// What to do where the target exists already.
package enum ConflictPolicy: String, Sendable, CaseIterable, Codable {
    case ask, overwrite, resume, keepBoth, skip, newerWins, largerWins
}

/// One row of the queue: one file, or one directory with what is below it.
package struct Job: Hashable, Sendable, Identifiable {
    package enum Operation: String, Sendable, Codable {
        case copy, move, delete
        /// Moves to this machine's trash.
        case trash
        /// Makes one file, an archive, of what was chosen in a directory.
        case pack
        /// Carries a plan out for two directories: the target becomes what the source is, or both
        /// become the same.
        case mirror, sync
        /// Makes the target what the source is whenever that has changed, until it is cancelled.
        case watch

        /// Whether it only takes away: nothing is written, and there is no target.
        package var isRemoval: Bool { self == .delete || self == .trash }

        /// Whether it does what a plan says, or makes plans itself; what it is to do, the queue keeps
        /// beside the job.
        package var isPlan: Bool { [.mirror, .sync, .watch].contains(self) }
    }

    package enum Kind: String, Sendable, Codable {
        case file, directory, link
    }

    package enum State: Hashable, Sendable {
        case waiting
        /// A directory whose listing is being read, or which waits for what is in it.
        case expanding
        case running
        /// All bytes are there; being synced, compared, named.
        case committing
        case paused
        /// The target exists; the user has to say what to do.
        case needsAnswer(Conflict)
        /// A server wants a password that nobody has given yet; `Job.site(of:)` names it.
        case needsLogin(FileSystemError)
        case failed(FileSystemError)
        case skipped
        /// Given up by the user; what it wrote is kept, and a retry goes on with it.
        case cancelled
        case done
    }

    /// Who moves a file's bytes.
    package enum Via: String, Sendable {
        /// They come through this machine.
        case here
        /// The server, between two of its own places.
        case server
        /// The two servers, straight from one to the other.
        case fxp
    }

    /// What a job in the state `waiting` waits for.
    package enum Wait: Hashable, Sendable {
        /// Its turn.
        case turn
        /// That a paused directory above it goes on.
        case directory
        /// The next try, in so many seconds; told anew each second.
        case retry(seconds: Int)
        /// That its server is tried again, in so many seconds; told anew each second.
        case reconnect(seconds: Int)
        /// That its server answers again, which is being tried.
        case connecting
        /// So many bytes more where it goes.
        case room(missing: UInt64)
        /// That another process of Ferry has written the same file, or another plan changes the same
        /// directories.
        case otherProcess
        /// That something changes at its source.
        case change
    }

    package var id: JobID
    package var batch: BatchID
    /// The directory job that this one came out of.
    package var parent: JobID?
    package var operation: Operation
    package var kind: Kind
    package var source: Location
    /// The file or directory to be made; nil for a delete.
    package var target: Location?
    /// The directory that the user chose as target: nothing outside it is written.
    package var root: Path?
    /// Of a directory of which only chosen names go, into the target: how many they are.
    package var chosen: Int?
    package var state: State
    package var wait = Wait.turn
    /// Bytes; of a directory, those of all files found below it so far.
    package var size: UInt64?
    /// Bytes done so far, those of an earlier try included.
    package var done: UInt64
    /// Bytes of a file that this process has moved, those of tries that failed included.
    package var moved: UInt64 = 0
    package var via = Via.here
    /// Files below a directory: found so far, and finished.
    package var filesFound: Int
    package var filesDone: Int
    /// Of a plan, how many of the files done were deleted or put aside; the others were copied.
    package var filesDeleted = 0
    /// What is not known yet of a directory.
    package var unmeasured = Unmeasured()
    /// Of a directory that stands by itself, what was left out anywhere below; of a plan, what could not
    /// be done. Of an earlier process's only the number is known.
    package var leftOut = LeftOut()
    /// Of a file that was copied, why nothing proves that the copy is whole; nil where it is proven.
    package var unconfirmed: String?
    /// Files that had the size and the time of their sources, but other bytes, when they were compared:
    /// copied anew.
    package var differing = 0
    /// Of a file that was compared with its source before it took its name, how: `sha256 by the
    /// server`, `read back`. It is in English whatever the user's language, as the queue and scripts
    /// keep it: `ComparedWay` says it.
    package var verified: String?
    package var modified: Timestamp?
    package var mode: UInt16?
    package var policy: ConflictPolicy
    /// What becomes of links: of the source, where it is one, and of those below it.
    package var links = LinkPolicy.keep
    /// What permissions the new files and directories get.
    package var modes = ModePolicy.source
    /// Where the source is a link: its text, empty where nobody knows it. Of a directory, which is
    /// then what the link leads to: a move removes the link, and nothing below it.
    package var link: [UInt8]?
    /// How often it was started.
    package var tries: Int
    /// Bytes a second over the last few seconds, while running.
    package var speed: Double?
    /// What keeps it from being faster, a sentence, while running and as far as it was measured.
    package var limitedBy: String?
    /// Which connection carries it, while running; 1…
    package var lane: Int?
    /// What happened so far, in plain words; the newest last, a few lines at most.
    package var story: [String]
    /// Bytes a second at most, where the user set a limit for this job.
    package var limit: UInt64?

    package init(
        id: JobID, batch: BatchID, parent: JobID? = nil, operation: Operation, kind: Kind,
        source: Location, target: Location?, root: Path? = nil, state: State = .waiting,
        size: UInt64? = nil, done: UInt64 = 0, modified: Timestamp? = nil, mode: UInt16? = nil,
        policy: ConflictPolicy = .ask
    ) {
        self.id = id
        self.batch = batch
        self.parent = parent
        self.operation = operation
        self.kind = kind
        self.source = source
        self.target = target
        self.root = root
        self.state = state
        self.size = size
        self.done = done
        filesFound = 0
        filesDone = 0
        self.modified = modified
        self.mode = mode
        self.policy = policy
        tries = 0
        story = []
    }

    /// Whether the bytes go to a server (↑), come from one (↓), or neither.
    package enum Direction: String, Sendable { case up, down, across, none }

    package var direction: Direction {
        guard let target else { return .none }
        return switch (source.site.isLocal, target.site.isLocal) {
        case (true, false): .up
        case (false, true): .down
        case (false, false): .across
        case (true, true): .none
        }
    }
}

extension Job {
    /// Whether its server copied the directory with all that is in it, which had no jobs of its own.
    package var wentAsTree: Bool { kind == .directory && operation == .copy && via == .server }

    /// What opening and closing a file costs, in bytes that would move meanwhile.
    private static let fileCost = 65_536.0

    /// How far it is, 0…1, as far as one can tell; nil where nothing is known. Of a directory the
    /// number of files counts beside their bytes, because many small ones take long; what is not
    /// known of it yet is taken for as much as what is.
    package var fraction: Double? {
        if state == .done { return 1 }
        if operation.isRemoval {
            return filesFound > 0 ? min(1, Double(filesDone) / Double(filesFound)) : nil
        }
        guard let size else { return nil }
        guard kind == .directory else {
            return size == 0 ? 0 : min(1, Double(done) / Double(size))
        }
        let bytes = unmeasured.bytes(knowing: size, of: filesFound, done: done, in: filesDone)
        let found = bytes + Double(filesFound) * Job.fileCost
        let whole = found * unmeasured.shareOfDirectories
        guard whole > 0 else { return 0 }
        return min(1, (Double(done) + Double(filesDone) * Job.fileCost) / whole)
    }

    /// Bytes that it will come to, as far as one can tell; of a directory what is not known of it yet is
    /// taken for as much as what is. Nil where nothing is known.
    package var expectedSize: Double? {
        guard let size else { return nil }
        guard kind == .directory else { return Double(size) }
        return unmeasured.bytes(knowing: size, of: filesFound, done: done, in: filesDone)
            * unmeasured.shareOfDirectories
    }

    /// The server that an error is about; nil where both sides are this machine. Between two
    /// servers, the error names it.
    package func site(of error: FileSystemError) -> Site? {
        let servers = [source.site, target?.site].compactMap { $0 }.filter(\.isRemote)
        return servers.first { error.detail.contains($0.host) } ?? servers.first
    }

    /// The site that it needs a password for; nil where it needs none.
    package var missingLogin: Site? {
        if case .needsLogin(let error) = state { return site(of: error) }
        return nil
    }
}

/// Both sides of a name that is taken.
package struct Conflict: Hashable, Sendable {
    package var source: Entry
    package var target: Entry
    /// Bytes of a part of this very file that could be continued.
    package var resumable: UInt64
    /// The target of another file of the same transfer, where that is what is there; known only to the
    /// process that has found it out.
    package var meets: Path?

    package init(source: Entry, target: Entry, resumable: UInt64 = 0) {
        self.source = source
        self.target = target
        self.resumable = resumable
    }
}
