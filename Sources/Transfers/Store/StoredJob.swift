import Files
import SQLite
import Jobs

/// A job as the store keeps it, with its place in the order.
struct StoredJob: Sendable {
    var job: Job
    /// Its rank among the jobs that stand by themselves, or that are in the same directory.
    var position: Int64
    /// Whether what lies at the target is this job's own, unfinished work.
    var hasPart = false
    /// How far a directory had become jobs.
    var reading = Subtree.Reading.unread
    /// The names that were chosen in a directory of which only these go: given where they are to be
    /// written, or were read for one who works.
    var chosen: ChosenNames?
    /// What a job that carries a plan out is to do: given where it is to be written.
    var script: [UInt8]?

    private static let columns = [
        "id", "batch", "parent", "position", "operation", "kind", "source_site", "source_path",
        "target_site", "target_path", "root", "state", "size", "done", "files_found",
        "files_done", "modified", "precision", "zoned", "mode", "policy", "tries", "story", "rate",
        "error_kind", "error_detail", "error_reply", "error_transient", "taken_size",
        "taken_modified", "resumable", "part", "owner", "owner_start", "speed", "lane", "wait",
        "wait_number", "reading", "files_unsized", "directories_unread", "directories_read",
        "links", "link", "left_out", "limited_by", "via", "verified", "chosen",
        "modes", "files_deleted",
    ]

    private static let statement =
        "INSERT OR REPLACE INTO job (\(columns.joined(separator: ", "))) VALUES ("
        + columns.map { _ in "?" }.joined(separator: ", ") + ")"

    /// Writes the job's row; `owner` nil leaves it to whoever comes first.
    func save(_ database: Database, owner: ProcessIdentity?) throws {
        let sourceSite = try SiteRow.number(of: job.source.site, in: database)
        let targetSite = try job.target.map { try SiteRow.number(of: $0.site, in: database) }
        var failure: FileSystemError?
        var conflict: Conflict?
        switch job.state {
        case .failed(let error), .needsLogin(let error): failure = error
        case .needsAnswer(let asked): conflict = asked
        default: break
        }
        let values: [(any StoredValue)?] = [
            job.id.rawValue, job.batch.rawValue, job.parent?.rawValue, position,
            job.operation.rawValue, Work.word(for: job.kind, isChoice: job.chosen != nil),
            sourceSite, job.source.path.bytes, targetSite,
            job.target.map { $0.path.bytes }, job.root.map { $0.bytes },
            StoredJob.word(for: job.state), StoredJob.number(job.size),
            StoredJob.number(job.done) ?? 0,
            job.filesFound, job.filesDone, job.modified?.seconds,
            job.modified.map { Int($0.precision.rawValue) }, job.modified?.isZoned,
            job.mode.map { Int($0) }, job.policy.rawValue, job.tries,
            job.story.joined(separator: "\n"), StoredJob.number(job.limit), failure?.kind.rawValue,
            failure?.detail, failure?.reply, failure?.isTransient,
            StoredJob.number(conflict?.target.size),
            conflict?.target.modified?.seconds, StoredJob.number(conflict?.resumable), hasPart,
            owner.map { Int64($0.number) }, owner?.start, job.speed, job.lane,
            StoredJob.word(for: job.wait), StoredJob.number(in: job.wait), reading.rawValue,
            job.unmeasured.files, job.unmeasured.unreadDirectories, job.unmeasured.readDirectories,
            job.links.rawValue, job.link, job.leftOut.count,
            job.limitedBy, job.via.rawValue, job.verified, job.chosen,
            job.modes.rawValue, job.filesDeleted,
        ]
        let prepared = try database.cachedStatement(sql: StoredJob.statement)
        try prepared.execute(values)
        if let chosen { try StoredChoice.save(chosen, of: job.id, in: database) }
        if let script { try StoredScript.save(script, of: job.id, in: database) }
    }

    private static let progressStatement = """
        UPDATE job SET state = ?, size = ?, done = ?, files_found = ?, files_done = ?, tries = ?,
        speed = ?, lane = ?, wait = ?, wait_number = ?, files_unsized = ?, directories_unread = ?,
        directories_read = ?, limited_by = ?, via = ?, files_deleted = ? WHERE id = ?
        """

    /// Updates what changes while a job is on its way.
    func saveProgress(_ database: Database) throws {
        let values: [(any StoredValue)?] = [
            StoredJob.word(for: job.state), StoredJob.number(job.size),
            StoredJob.number(job.done) ?? 0, job.filesFound, job.filesDone, job.tries, job.speed,
            job.lane, StoredJob.word(for: job.wait), StoredJob.number(in: job.wait),
            job.unmeasured.files, job.unmeasured.unreadDirectories, job.unmeasured.readDirectories,
            job.limitedBy, job.via.rawValue, job.filesDeleted, job.id.rawValue,
        ]
        let prepared = try database.cachedStatement(sql: StoredJob.progressStatement)
        try prepared.execute(values)
    }
}

extension StoredJob {
    /// The job of a row of `job`; nil where the row makes no sense.
    init?(_ row: Row, sites: [Int64: Site]) {
        guard let id: Int64 = row["id"], let batch: Int64 = row["batch"],
            let position: Int64 = row["position"], let work = Work(row, sites),
            work.target != nil || work.operation.isRemoval
        else { return nil }
        job = Job(
            id: JobID(rawValue: id), batch: BatchID(rawValue: batch),
            parent: (row["parent"] as Int64?).map { JobID(rawValue: $0) },
            operation: work.operation, kind: work.kind, source: work.source, target: work.target,
            root: (row["root"] as [UInt8]?).map { Path($0) }, size: StoredJob.count(row["size"]),
            done: StoredJob.count(row["done"]) ?? 0,
            modified: StoredJob.time(row["modified"], row["precision"], row["zoned"]),
            mode: (row["mode"] as Int?).flatMap { UInt16(exactly: $0) },
            policy: ConflictPolicy(rawValue: row["policy"] as String? ?? "") ?? .ask)
        job.filesFound = max(0, row["files_found"] as Int? ?? 0)
        job.filesDone = max(0, row["files_done"] as Int? ?? 0)
        job.filesDeleted = max(0, row["files_deleted"] as Int? ?? 0)
        job.unmeasured.files = max(0, row["files_unsized"] as Int? ?? 0)
        job.unmeasured.unreadDirectories = max(0, row["directories_unread"] as Int? ?? 0)
        job.unmeasured.readDirectories = max(0, row["directories_read"] as Int? ?? 0)
        job.tries = max(0, row["tries"] as Int? ?? 0)
        job.story = (row["story"] as String? ?? "").split(separator: "\n").map(String.init)
        job.limit = StoredJob.count(row["rate"])
        job.links = LinkPolicy(rawValue: row["links"] as String? ?? "") ?? .keep
        job.modes = ModePolicy(rawValue: row["modes"] as String? ?? "") ?? .source
        job.link = row["link"]
        job.leftOut = LeftOut(count: row["left_out"] as Int? ?? 0)
        job.speed = row["speed"]
        job.limitedBy = row["limited_by"]
        job.via = Job.Via(rawValue: row["via"] as String? ?? "") ?? .here
        job.verified = row["verified"]
        job.chosen = (row["chosen"] as Int?).map { max(0, $0) }
        job.lane = row["lane"]
        job.wait = StoredJob.wait(row["wait"], row["wait_number"])
        self.position = position
        hasPart = row["part"] as Bool? ?? false
        reading = Subtree.Reading(rawValue: row["reading"] as Int? ?? 0) ?? .unread
        job.state = StoredJob.state(row, of: job)
    }
}
