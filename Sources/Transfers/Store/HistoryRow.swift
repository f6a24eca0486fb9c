import Files
import SQLite
package import Jobs
import Words

/// A job that has come to its end as a row of `history`.
enum HistoryRow {
    /// Rows that are kept, and for how many seconds: a year.
    static let limit = 100_000
    static let age: Int64 = 366 * 86_400

    static let table = """
        CREATE TABLE IF NOT EXISTS history (
            number INTEGER PRIMARY KEY AUTOINCREMENT, job INTEGER NOT NULL UNIQUE,
            ending TEXT NOT NULL, operation TEXT NOT NULL, kind TEXT NOT NULL,
            source_site INTEGER NOT NULL REFERENCES site(id), source_path BLOB NOT NULL,
            target_site INTEGER REFERENCES site(id), target_path BLOB,
            files INTEGER NOT NULL, bytes INTEGER NOT NULL, ended INTEGER NOT NULL,
            via TEXT NOT NULL, verified TEXT, left_out INTEGER NOT NULL
        );
        CREATE INDEX IF NOT EXISTS history_ended ON history(ended, number);
        """

    /// A job may be noted again: it ended when that was noted first, unless it has ended in another way
    /// since.
    private static let statement = """
        INSERT INTO history (job, ending, operation, kind, source_site, source_path, target_site,
            target_path, files, bytes, ended, via, verified, left_out)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (job) DO UPDATE SET
            ended = CASE ending WHEN excluded.ending THEN ended ELSE excluded.ended END,
            ending = excluded.ending, kind = excluded.kind, target_path = excluded.target_path,
            files = excluded.files, bytes = excluded.bytes, via = excluded.via,
            verified = excluded.verified, left_out = excluded.left_out
        """

    /// Writes a job's row; the oldest goes where there are too many.
    static func save(_ job: FinishedJob, _ database: Database) throws {
        let values: [(any StoredValue)?] = [
            job.id.rawValue, job.ending.rawValue, job.operation.rawValue,
            StoredJob.Work.word(for: job.kind, isChoice: job.isChoice),
            try SiteRow.number(of: job.source.site, in: database), job.source.path.bytes,
            try job.target.map { try SiteRow.number(of: $0.site, in: database) },
            job.target.map { $0.path.bytes }, job.files, StoredJob.number(job.bytes) ?? 0,
            job.ended, job.via.rawValue, job.verified, job.leftOut,
        ]
        try database.cachedStatement(sql: statement).execute(values)
        try database.cachedStatement(
            sql: "DELETE FROM history WHERE number <= (SELECT max(number) FROM history) - ?"
        ).execute([limit])
    }

    /// Forgets what ended long before `now`, in seconds since the epoch.
    static func forgetOld(at now: Int64, in database: Database) throws {
        try database.execute(
            sql: "DELETE FROM history WHERE ended < ?", arguments: [now - age])
    }

    /// The newest `most` that fit, the newest last.
    static func newest(
        _ most: Int, fitting words: [String], in database: Database
    ) throws -> [FinishedJob] {
        let sites = try SiteRow.all(in: database)
        let rows = try database.cursor(
            sql: "SELECT * FROM history ORDER BY ended DESC, number DESC")
        var found: [FinishedJob] = []
        while found.count < most, let row = try rows.next() {
            if let job = job(row, sites), job.fits(words) { found.append(job) }
        }
        return found.reversed()
    }

    /// Nil where the row makes no sense.
    private static func job(_ row: Row, _ sites: [Int64: Site]) -> FinishedJob? {
        guard let id: Int64 = row["job"], let ended: Int64 = row["ended"],
            let ending = FinishedJob.Ending(rawValue: row["ending"] as String? ?? ""),
            let work = StoredJob.Work(row, sites)
        else { return nil }
        return FinishedJob(
            id: JobID(rawValue: id), ending: ending, operation: work.operation,
            kind: work.kind, isChoice: work.isChoice, source: work.source, target: work.target,
            files: max(0, row["files"] as Int? ?? 0), bytes: StoredJob.count(row["bytes"]) ?? 0,
            ended: ended, via: Job.Via(rawValue: row["via"] as String? ?? "") ?? .here,
            verified: row["verified"], leftOut: max(0, row["left_out"] as Int? ?? 0))
    }
}

extension Store {
    /// Jobs that have come to their end and fit all `words` in their source or target, also those that
    /// were cleared from the queue: the newest `most`, the newest last.
    package func history(
        _ words: [String], atMost most: Int? = nil
    ) throws(StoreError) -> [FinishedJob] {
        try readingAside(tr("The history could not be read")) { database in
            try HistoryRow.newest(most ?? HistoryRow.limit, fitting: words, in: database)
        }
    }
}
