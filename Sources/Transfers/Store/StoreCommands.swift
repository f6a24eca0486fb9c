import Files
import GRDB
package import Jobs

// What `ferry queue` does in a process of its own: it reads and writes the store; a Ferry that
// runs notices within a second.
extension Store {
    /// All jobs of all processes, in their order.
    package func allJobs() throws(StoreError) -> [Job] {
        try transaction("the queue cannot be read") { database in
            try Store.jobs(in: database, whose: "1").map(\.job)
        }
    }

    /// Adds jobs that belong to nobody yet: the next Ferry that looks takes them.
    package func add(_ requests: [JobRequest]) throws(StoreError) -> [JobID] {
        let numbers = try reserveNumbers(Int64(requests.count))
        return try transaction("the jobs cannot be added") { database in
            var added: [JobID] = []
            for (number, request) in zip(numbers, requests) {
                let job = Job(
                    request, id: JobID(rawValue: number),
                    batch: BatchID(rawValue: numbers.lowerBound))
                try StoredJob(job: job, position: number).save(database, owner: nil)
                added.append(job.id)
            }
            return added
        }
    }

    /// Passes a command to the process that works on the job, and carries it out on the rows of
    /// those jobs that nobody works on. Throws where there is no such job.
    package func send(_ command: QueueCommand) throws(StoreError) {
        let stored = StoredCommand(command)
        try transaction("the command cannot be given") { database in
            let whose = stored.job == nil ? "1" : "id = ?"
            let wanted = StatementArguments([stored.job?.rawValue].compactMap { $0 })
            let owners = try Row.fetchAll(
                database, sql: "SELECT DISTINCT owner, owner_start FROM job WHERE \(whose)",
                arguments: wanted)
            if owners.isEmpty, let job = stored.job {
                throw StoreError("there is no job \(job.rawValue); `ferry queue` lists them")
            }
            for row in owners {
                if row["owner"] as Int64? != nil, Store.identity(row).isAlive {
                    try database.execute(
                        sql: """
                            INSERT INTO command (owner, owner_start, verb, job, number, text)
                            VALUES (?, ?, ?, ?, ?, ?)
                            """,
                        arguments: [
                            row["owner"], row["owner_start"], stored.verb, stored.job?.rawValue,
                            stored.number, stored.text,
                        ])
                } else {
                    let these = "owner IS ? AND owner_start IS ? AND \(whose)"
                    let owner: StatementArguments = [
                        row["owner"] as Int64?, row["owner_start"] as Int64?,
                    ]
                    try Store.apply(command, to: these, owner + wanted, in: database)
                }
            }
        }
    }

    /// Does to rows at rest what a queue would do to the jobs.
    private static func apply(
        _ command: QueueCommand, to rows: String, _ arguments: StatementArguments,
        in database: Database
    ) throws {
        func update(
            _ change: String, _ values: StatementArguments = [], _ wanted: StatementArguments = []
        ) throws {
            try database.execute(
                sql: "UPDATE job SET \(change.replacing("WHERE", with: "WHERE \(rows) AND"))",
                arguments: values + arguments + wanted)
        }
        let unfinished = "state NOT IN ('done', 'skipped', 'failed', 'cancelled')"
        switch command {
        case .pause, .pauseAll: try update("state = 'paused' WHERE \(unfinished)")
        case .resume, .resumeAll: try update("state = 'waiting' WHERE state = 'paused'")
        case .cancel(let id, _):
            try database.execute(
                sql: """
                    WITH RECURSIVE below(id) AS (
                        SELECT ? UNION SELECT job.id FROM job JOIN below ON job.parent = below.id)
                    DELETE FROM job WHERE id IN below
                    """, arguments: [id.rawValue])
        case .retry, .retryFailed:
            try update(
                "state = 'waiting', error_kind = NULL, error_detail = NULL, error_reply = NULL "
                    + "WHERE state = 'failed'")
        case .clearDone:
            try database.execute(
                sql: "DELETE FROM job WHERE state IN ('done', 'skipped') AND \(rows)",
                arguments: arguments)
        case .answer(let id, let policy, .batch):
            try database.execute(
                sql: """
                    UPDATE job SET policy = ?,
                    state = CASE state WHEN 'asking' THEN 'waiting' ELSE state END
                    WHERE batch = (SELECT batch FROM job WHERE id = ?)
                    """, arguments: [policy.rawValue, id.rawValue])
        case .answer(_, let policy, .thisFile), .setPolicy(_, let policy):
            try update(
                "policy = ?, state = CASE state WHEN 'asking' THEN 'waiting' ELSE state END "
                    + "WHERE 1", [policy.rawValue])
        case .limit(_, let rate): try update("rate = ? WHERE 1", [StoredJob.number(rate)])
        case .limitAll: break
        case .move(let id, let places): try move(id, by: places, in: database)
        case .loginGiven(let site):
            for (number, other) in try SiteRow.all(in: database) where other.isSameAccount(as: site)
            {
                try update(
                    "state = 'waiting', error_kind = NULL, error_detail = NULL, error_reply = NULL "
                        + "WHERE state = 'login' AND ? IN (source_site, target_site)",
                    [], [number])
            }
        }
    }

    private static func move(_ id: JobID, by places: Int, in database: Database) throws {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT id, position FROM job WHERE parent IS NULL AND state = 'waiting'
                ORDER BY position, id
                """)
        var order = rows.map { $0["id"] as Int64 }
        let positions = rows.map { $0["position"] as Int64 }
        guard let from = order.firstIndex(of: id.rawValue) else { return }
        let (wanted, overflow) = from.addingReportingOverflow(places)
        let to =
            overflow ? (places < 0 ? 0 : order.count - 1) : min(max(0, wanted), order.count - 1)
        order.insert(order.remove(at: from), at: to)
        for (number, position) in zip(order, positions) {
            try database.execute(
                sql: "UPDATE job SET position = ? WHERE id = ?", arguments: [position, number])
        }
    }
}
