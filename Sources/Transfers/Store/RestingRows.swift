import Files
import SQLite
import Jobs

/// The rows of a queue that nobody works on: what a worker would do to its jobs is done to them.
struct RestingRows {
    private let database: Database

    init(_ database: Database) {
        self.database = database
    }

    private static let again =
        "state = 'waiting', error_kind = NULL, error_detail = NULL, error_reply = NULL"

    func apply(_ command: QueueCommand) throws {
        switch command {
        case .pause(let id):
            try update(
                "state = 'paused' WHERE id = ? AND state IN \(RestingRows.pausable)", [id.rawValue])
        case .pauseAll:
            try update("state = 'paused' WHERE parent IS NULL AND state IN \(RestingRows.pausable)")
        case .resume(let id):
            try update("state = 'waiting' WHERE id = ? AND state = 'paused'", [id.rawValue])
        case .resumeAll:
            try update("state = 'waiting' WHERE state = 'paused'")
            try database.execute(sql: "UPDATE counter SET value = 0 WHERE name = 'paused'")
        case .cancel(let id, let keepsParts): try cancel(id, keepsParts: keepsParts)
        case .retry(let id): try retry(id)
        case .retryFailed:
            try update("\(RestingRows.again) WHERE state = 'failed'")
        case .clearDone:
            try database.execute(
                sql: "DELETE FROM job WHERE parent IS NULL AND state IN ('done', 'skipped')")
        case .move(let id, let places): try move(id, by: places)
        case .answer(let id, let policy, .batch):
            try keep(.batch, policy, for: id)
            try answerBatch(id, policy)
        case .answer(let id, let policy, let scope) where scope != .thisFile:
            try keep(scope, policy, for: id)
            try answerSettled(id, policy)
        case .rename(let id, let name): try rename(id, to: name)
        case .forgetAnswer(let site, let way): try AnswerRows.forget(site, way, in: database)
        case .answer(let id, let policy, _), .setPolicy(let id, let policy):
            try update(
                "policy = ?, state = CASE state WHEN 'asking' THEN 'waiting' ELSE state END "
                    + "WHERE id = ?", [policy.rawValue, id.rawValue])
        case .limit(let id, let rate):
            try update("rate = ? WHERE id = ?", [StoredJob.number(rate), id.rawValue])
        case .limitAll(let rate): try StoredLimit.say(rate, in: database)
        case .connections: break
        case .loginGiven(let site):
            for (number, other) in try SiteRow.all(in: database)
            where other.isSameAccount(as: site) {
                try update(
                    "\(RestingRows.again) WHERE state = 'login' "
                        + "AND ? IN (source_site, target_site)", [number])
            }
        }
    }

    private static let pausable = "('waiting', 'expanding', 'running', 'settling')"

    private func update(_ change: String, _ arguments: [(any StoredValue)?] = []) throws {
        try database.execute(sql: "UPDATE job SET " + change, arguments: arguments)
    }

    private static func below(_ condition: String) -> String {
        """
        WITH RECURSIVE below(id) AS (
            SELECT ? UNION SELECT job.id FROM job JOIN below ON job.parent = below.id)
        \(condition)
        """
    }

    /// Rows alone can be forgotten; what was written is the next worker's to throw away.
    private func cancel(_ id: JobID, keepsParts: Bool) throws {
        let hasPart = try database.first(
            Bool.self,
            sql: RestingRows.below(
                "SELECT EXISTS (SELECT 1 FROM job WHERE id IN below AND part = 1)"),
            arguments: [id.rawValue])
        guard keepsParts || hasPart == true else {
            return try database.execute(
                sql: RestingRows.below("DELETE FROM job WHERE id IN below"),
                arguments: [id.rawValue])
        }
        try database.execute(
            sql: RestingRows.below(
                "UPDATE job SET state = 'cancelled' WHERE id IN below "
                    + "AND state NOT IN ('done', 'skipped')"), arguments: [id.rawValue])
        if !keepsParts { try StoredCommand(.cancel(id, keepsParts: false)).save(database) }
    }

    private func retry(_ id: JobID) throws {
        try database.execute(
            sql: "DELETE FROM command WHERE verb = 'cancel' AND job = ?", arguments: [id.rawValue])
        // One that was skipped is to be asked about.
        try update(
            "policy = CASE state WHEN 'skipped' THEN 'ask' ELSE policy END, \(RestingRows.again) "
                + "WHERE id = ? AND state IN ('failed', 'skipped', 'cancelled', 'login')",
            [id.rawValue])
        try database.execute(
            sql: RestingRows.below(
                "UPDATE job SET \(RestingRows.again) WHERE id IN below "
                    + "AND state IN ('failed', 'cancelled')"), arguments: [id.rawValue])
    }

    /// Those that ask go on with it. The others find it kept when they come to ask: what was said of one
    /// of them, or of its name, goes before.
    private func answerBatch(_ id: JobID, _ policy: ConflictPolicy) throws {
        try update(
            """
            policy = ?, state = 'waiting'
            WHERE state = 'asking' AND batch = (SELECT batch FROM job WHERE id = ?)
            """, [policy.rawValue, id.rawValue])
    }

    private func keep(_ scope: AnswerScope, _ policy: ConflictPolicy, for id: JobID) throws {
        guard let job = try Store.jobs(in: database, whose: "id = \(id.rawValue)").first?.job,
            let answer = KeptAnswer(scope, policy, for: job)
        else { return }
        try AnswerRows.keep(answer, in: database)
    }

    /// Those that ask, and for which something was answered by now, go on; the job itself in any case.
    private func answerSettled(_ id: JobID, _ policy: ConflictPolicy) throws {
        var answers = KeptAnswers()
        for answer in try AnswerRows.all(in: database) { answers.keep(answer) }
        for job in try Store.jobs(in: database, whose: "state = 'asking'").map(\.job) {
            guard let answer = job.id == id ? policy : answers.policy(of: job) else { continue }
            try update(
                "policy = ?, state = 'waiting' WHERE id = ?", [answer.rawValue, job.id.rawValue])
        }
    }

    private func rename(_ id: JobID, to name: Name) throws {
        let asking = try Store.jobs(
            in: database, whose: "id = \(id.rawValue) AND state = 'asking'")
        guard let target = asking.first?.job.target else { return }
        let path = target.path.parent.appending(name)
        try database.execute(
            sql: """
                UPDATE job SET target_path = ?, policy = 'keepBoth', state = 'waiting', part = 0,
                    done = 0 WHERE id = ?
                """, arguments: [path.bytes, id.rawValue])
    }

    private func move(_ id: JobID, by places: Int) throws {
        let rows = try database.rows(
            sql: """
                SELECT id, position FROM job WHERE state IN ('waiting', 'paused')
                AND parent IS (SELECT parent FROM job WHERE id = ?) ORDER BY position, id
                """, arguments: [id.rawValue])
        var order: [Int64] = try rows.map { try $0.needed("id") }
        let positions: [Int64] = try rows.map { try $0.needed("position") }
        guard let from = order.firstIndex(of: id.rawValue) else { return }
        let (wanted, overflow) = from.addingReportingOverflow(places)
        let to =
            overflow ? (places < 0 ? 0 : order.count - 1) : min(max(0, wanted), order.count - 1)
        order.insert(order.remove(at: from), at: to)
        for (number, position) in zip(order, positions) {
            try update("position = ? WHERE id = ?", [position, number])
        }
    }
}
