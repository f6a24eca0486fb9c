import Files
import SQLite
import Glibc
import Jobs
import Words

/// What one who begins to work finds in the store.
struct Inheritance: Sendable {
    var jobs: [StoredJob]
    var reached: Set<Site>
    var isPaused: Bool
    /// Batches of which an unfinished file may lie somewhere.
    var batchesWithParts: Set<BatchID>
    /// What the run that goes on has come to so far.
    var counts: RunCounts
    /// What was answered for more than one file.
    var answers: [KeptAnswer]
    /// What was said of the limit of all jobs together, where anything was.
    var limit: SaidLimit?
}

// What a queue does with its store. Every call is one transaction, durable when it returns.
extension Store {
    /// Finished jobs of earlier runs that are kept for looking at.
    static let finishedLimit = 1_000

    /// Job numbers that nobody else will use.
    func reserveNumbers(_ count: Int64) throws(StoreError) -> Range<Int64> {
        try transaction(tr("New jobs could not be numbered")) { database in
            let end =
                try database.first(
                    Int64.self,
                    sql: "UPDATE counter SET value = value + ? WHERE name = 'job' RETURNING value",
                    arguments: [count])
            // Without it the numbers would begin again, and be those of jobs that are there.
            guard let end, end >= count else {
                throw DatabaseError(.corrupt, tr("the numbers of jobs are lost"))
            }
            return end - count..<end
        }
    }

    /// Takes over all jobs of whoever worked before, for one who has just got the right to work;
    /// in their order, with the sites that were ever reached, and whether everything is paused.
    func takeOver() throws(StoreError) -> Inheritance {
        try transaction(tr("The queue could not be read")) { database in
            try database.execute(
                sql: """
                    DELETE FROM job WHERE parent IS NULL AND id IN (
                        SELECT id FROM job WHERE state IN ('done', 'skipped')
                        ORDER BY id DESC LIMIT -1 OFFSET ?)
                    """, arguments: [Store.finishedLimit])
            try HistoryRow.forgetOld(at: Int64(time(nil)), in: database)
            try StoredChoice.forgetLost(in: database)
            try StoredScript.forgetLost(in: database)
            try AnswerRows.forgetLost(in: database)
            var jobs = try Store.jobs(in: database, whose: "1")
            try StoredChoice.fill(&jobs, from: database)
            try database.execute(
                sql: "UPDATE job SET owner = ?, owner_start = ?",
                arguments: [owner.number, owner.start])
            try database.execute(
                sql: """
                    INSERT OR REPLACE INTO worker (id, process, start, machine) VALUES (1, ?, ?, ?)
                    """, arguments: [owner.number, owner.start, owner.machine])
            try database.execute(
                sql: """
                    INSERT INTO counter (name, value) VALUES ('terms', 1)
                    ON CONFLICT (name) DO UPDATE SET value = value + 1
                    """)
            return Inheritance(
                jobs: jobs, reached: try SiteRow.reached(in: database),
                isPaused: try Store.isPaused(in: database),
                batchesWithParts: try PartRegistry.batches(in: database),
                counts: try StoredCounts.take(from: database),
                answers: try AnswerRows.all(in: database),
                limit: try StoredLimit.said(in: database))
        }
    }

    /// Takes the jobs that others have added; in their order.
    func takeAdded() throws(StoreError) -> [StoredJob] {
        try transaction(tr("The queue could not be read")) { database in
            var jobs = try Store.jobs(in: database, whose: "owner IS NULL")
            try StoredChoice.fill(&jobs, from: database)
            if !jobs.isEmpty {
                try database.execute(
                    sql: "UPDATE job SET owner = ?, owner_start = ? WHERE owner IS NULL",
                    arguments: [owner.number, owner.start])
            }
            return jobs
        }
    }

    /// Writes new and changed jobs as this process's own, forgets others, and keeps in the history those
    /// that have ended.
    func write(
        _ saved: [StoredJob], removing removed: [JobID], ended: [FinishedJob] = [],
        undo: [UndoNote] = []
    ) throws(StoreError) {
        try transaction(tr("The queue could not be saved")) { database in
            if !undo.isEmpty { try UndoRows.add(undo, to: database) }
            for job in ended { try HistoryRow.save(job, database) }
            for job in saved {
                try job.save(database, owner: owner)
                guard job.job.state == .done else { continue }
                if job.job.chosen != nil { try StoredChoice.forget(job.job.id, in: database) }
                if job.job.operation.isPlan {
                    try StoredScript.forget(job.job.id, in: database)
                }
            }
            let delete = try database.cachedStatement(sql: "DELETE FROM job WHERE id = ?")
            for id in removed {
                try delete.execute([id.rawValue])
                try StoredChoice.forget(id, in: database)
                try StoredScript.forget(id, in: database)
            }
        }
    }

    /// Writes how far the jobs are, for those who look on: without waiting for the disk, because
    /// nothing is lost with it.
    func writeProgress(_ jobs: [StoredJob]) throws(StoreError) {
        try transaction(tr("The queue could not be saved"), isDurable: false) { database in
            for job in jobs { try job.saveProgress(database) }
        }
    }

    /// Notes that a connection to the site was made, once.
    func noteReached(_ site: Site) throws(StoreError) {
        try transaction(tr("The queue could not be saved")) { database in
            try database.execute(
                sql: "UPDATE site SET reached = 1 WHERE id = ?",
                arguments: [try SiteRow.number(of: site, in: database)])
        }
    }

    /// Keeps whether everything is paused.
    func setPaused(_ isPaused: Bool) throws(StoreError) {
        try transaction(tr("The queue could not be saved")) { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO counter (name, value) VALUES ('paused', ?)",
                arguments: [isPaused])
        }
    }

    /// Keeps what the user has said of the limit of all jobs together, and the limit that holds.
    func keep(_ said: SaidLimit?, limit: UInt64?) throws(StoreError) {
        try transaction(tr("The queue could not be saved")) { database in
            try StoredLimit.save(said, limit: limit, in: database)
        }
    }

    /// Leaves the jobs to whoever comes next, and what was counted that nobody was told.
    func release(_ counts: RunCounts = RunCounts()) throws(StoreError) {
        try transaction(tr("The queue could not be handed over")) { database in
            try database.execute(sql: "UPDATE job SET owner = NULL; DELETE FROM worker")
            try StoredCounts.save(counts, in: database)
        }
    }

    /// The commands that other processes left, oldest first; each is given once.
    func takeCommands() throws(StoreError) -> [QueueCommand] {
        try transaction(tr("Commands to the queue could not be read")) { database in
            let rows = try database.rows(sql: "SELECT * FROM command ORDER BY id")
            if !rows.isEmpty { try database.execute(sql: "DELETE FROM command") }
            return rows.compactMap { StoredCommand($0).command }
        }
    }

    /// A number that changes whenever another process has written.
    func foreignVersion() throws(StoreError) -> Int64 {
        do {
            return try database.use { database in
                try database.first(Int64.self, sql: "PRAGMA data_version") ?? 0
            }
        } catch {
            throw StoreError(tr("The queue's file could not be read (\(Store.words(error)))."))
        }
    }

    static func jobs(in database: Database, whose condition: String) throws -> [StoredJob] {
        let sites = try SiteRow.all(in: database)
        var jobs: [StoredJob] = []
        let rows = try database.cursor(
            sql: "SELECT * FROM job WHERE \(condition) ORDER BY position, id")
        while let row = try rows.next() {
            if let job = StoredJob(row, sites: sites) { jobs.append(job) }
        }
        return jobs
    }

    static func isPaused(in database: Database) throws -> Bool {
        try database.first(Int.self, sql: "SELECT value FROM counter WHERE name = 'paused'") == 1
    }

    /// Reads what belongs together, without keeping anybody from writing meanwhile.
    func reading<Value: Sendable>(
        _ failure: String, _ body: (Database) throws -> Value
    ) throws(StoreError) -> Value {
        do {
            return try database.read(body)
        } catch {
            throw StoreError(
                tr("\(failure) (\(Store.words(error))).", meaning: "what failed, and why"))
        }
    }

    /// What is not durable outlives the process, but not always the machine: nobody waits for a disk.
    func transaction<Value: Sendable>(
        _ failure: String, isDurable: Bool = true, _ body: (Database) throws -> Value
    ) throws(StoreError) -> Value {
        do {
            return try database.use { database in
                if !isDurable { try database.execute(sql: "PRAGMA synchronous = NORMAL") }
                defer {
                    if !isDurable { try? database.execute(sql: "PRAGMA synchronous = FULL") }
                }
                return try database.transaction { try body(database) }
            }
        } catch {
            throw StoreError(
                tr("\(failure) (\(Store.words(error))).", meaning: "what failed, and why"))
        }
    }
}
