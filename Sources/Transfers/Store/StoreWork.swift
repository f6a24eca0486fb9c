import GRDB
import Jobs

// What a queue does with its store. Every call is one transaction, durable when it returns.
extension Store {
    /// Finished jobs of earlier runs that are kept for looking at.
    static let finishedLimit = 1_000

    /// Job numbers that nobody else will use.
    func reserveNumbers(_ count: Int64) throws(StoreError) -> Range<Int64> {
        try transaction("new jobs cannot be numbered") { database in
            let first =
                try Int64.fetchOne(
                    database,
                    sql: "UPDATE counter SET value = value + ? WHERE name = 'job' RETURNING value",
                    arguments: [count]) ?? count
            return max(0, first - count)..<max(count, first)
        }
    }

    /// Takes over the jobs that belong to nobody, or to a process that is gone; in their order.
    func claim() throws(StoreError) -> [StoredJob] {
        try transaction("the queue cannot be read") { database in
            let owners = try Row.fetchAll(
                database,
                sql: "SELECT DISTINCT owner, owner_start FROM job WHERE owner IS NOT NULL")
            for row in owners where !Store.identity(row).isAlive {
                try database.execute(
                    sql: "UPDATE job SET owner = NULL WHERE owner = ? AND owner_start = ?",
                    arguments: [row["owner"], row["owner_start"]])
                try database.execute(
                    sql: "DELETE FROM command WHERE owner = ? AND owner_start = ?",
                    arguments: [row["owner"], row["owner_start"]])
            }
            try database.execute(
                sql: """
                    DELETE FROM job WHERE owner IS NULL AND parent IS NULL AND id IN (
                        SELECT id FROM job WHERE state IN ('done', 'skipped')
                        ORDER BY id DESC LIMIT -1 OFFSET ?)
                    """, arguments: [Store.finishedLimit])
            let jobs = try Store.jobs(in: database, whose: "owner IS NULL")
            if !jobs.isEmpty {
                try database.execute(
                    sql: "UPDATE job SET owner = ?, owner_start = ? WHERE owner IS NULL",
                    arguments: [owner.number, owner.start])
            }
            return jobs
        }
    }

    /// Writes new and changed jobs as this process's own, and forgets others.
    func write(_ saved: [StoredJob], removing removed: [JobID]) throws(StoreError) {
        try transaction("the queue cannot be saved") { database in
            for job in saved { try job.save(database, owner: owner) }
            let delete = try database.cachedStatement(sql: "DELETE FROM job WHERE id = ?")
            for id in removed { try delete.execute(arguments: [id.rawValue]) }
        }
    }

    /// Leaves this process's jobs to whoever comes next.
    func release() throws(StoreError) {
        try transaction("the queue cannot be left") { database in
            try database.execute(
                sql: "UPDATE job SET owner = NULL WHERE owner = ? AND owner_start = ?",
                arguments: [owner.number, owner.start])
        }
    }

    /// The commands that other processes left for this one, oldest first; each is given once.
    func takeCommands() throws(StoreError) -> [QueueCommand] {
        try transaction("commands to the queue cannot be read") { database in
            let rows = try Row.fetchAll(
                database,
                sql: "SELECT * FROM command WHERE owner = ? AND owner_start = ? ORDER BY id",
                arguments: [owner.number, owner.start])
            try database.execute(
                sql: "DELETE FROM command WHERE owner = ? AND owner_start = ?",
                arguments: [owner.number, owner.start])
            return rows.compactMap { StoredCommand($0).command }
        }
    }

    /// A number that changes whenever another process has written.
    func foreignVersion() throws(StoreError) -> Int64 {
        do {
            return try database.writeWithoutTransaction { database in
                try Int64.fetchOne(database, sql: "PRAGMA data_version") ?? 0
            }
        } catch {
            throw StoreError("the queue's file cannot be read: \(Store.words(error))")
        }
    }

    static func jobs(in database: Database, whose condition: String) throws -> [StoredJob] {
        let sites = try SiteRow.all(in: database)
        var jobs: [StoredJob] = []
        let rows = try Row.fetchCursor(
            database, sql: "SELECT * FROM job WHERE \(condition) ORDER BY position, id")
        while let row = try rows.next() {
            if let job = StoredJob(row, sites: sites) { jobs.append(job) }
        }
        return jobs
    }

    static func identity(_ row: Row) -> ProcessIdentity {
        ProcessIdentity(
            number: Int32(clamping: row["owner"] as Int64? ?? 0),
            start: row["owner_start"] as Int64? ?? -1)
    }

    func transaction<Value: Sendable>(
        _ failure: String, _ body: (Database) throws -> Value
    ) throws(StoreError) -> Value {
        do {
            return try database.writeWithoutTransaction { database in
                var value: Value?
                try database.inTransaction(.immediate) {
                    value = try body(database)
                    return .commit
                }
                guard let value else { throw StoreError("SQLite did nothing") }
                return value
            }
        } catch {
            throw StoreError("\(failure): \(Store.words(error))")
        }
    }
}
