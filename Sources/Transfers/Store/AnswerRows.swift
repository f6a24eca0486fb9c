import Files
import SQLite
import Jobs
import Words

/// What was answered for more than one file, as rows of `answer`.
enum AnswerRows {
    static let table = """
        CREATE TABLE IF NOT EXISTS answer (
            id INTEGER PRIMARY KEY, batch INTEGER, pattern TEXT,
            site INTEGER REFERENCES site(id), way TEXT, policy TEXT NOT NULL
        );
        """

    /// Keeps an answer, instead of an earlier one that reaches as far.
    static func keep(_ answer: KeptAnswer, in database: Database) throws {
        let values: [(any StoredValue)?]
        switch answer.reach {
        case .batch(let batch):
            try database.execute(
                sql: "DELETE FROM answer WHERE batch = ? AND pattern IS NULL",
                arguments: [batch.rawValue])
            values = [batch.rawValue, nil, nil, nil, answer.policy.rawValue]
        case .pattern(let text, let batch):
            try database.execute(
                sql: "DELETE FROM answer WHERE batch = ? AND pattern = ?",
                arguments: [batch.rawValue, text])
            values = [batch.rawValue, text, nil, nil, answer.policy.rawValue]
        case .site(let site, let way):
            try forget(site, way, in: database)
            let number = try SiteRow.number(of: site, in: database)
            values = [nil, nil, number, way.rawValue, answer.policy.rawValue]
        }
        try database.execute(
            sql: "INSERT INTO answer (batch, pattern, site, way, policy) VALUES (?, ?, ?, ?, ?)",
            arguments: values)
    }

    /// Forgets what was answered for a site.
    static func forget(_ site: Site, _ way: SiteAnswer.Way, in database: Database) throws {
        for (number, other) in try SiteRow.all(in: database) where other.isSameAccount(as: site) {
            try database.execute(
                sql: "DELETE FROM answer WHERE site = ? AND way = ?",
                arguments: [number, way.rawValue])
        }
    }

    /// Forgets those of batches that are gone.
    static func forgetLost(in database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM answer WHERE batch IS NOT NULL
                AND batch NOT IN (SELECT batch FROM job)
                """)
    }

    /// All of them, the oldest first; rows that make no sense are left out.
    static func all(in database: Database) throws -> [KeptAnswer] {
        let rows = try database.rows(sql: "SELECT * FROM answer ORDER BY id")
        guard !rows.isEmpty else { return [] }
        let sites = try SiteRow.all(in: database)
        return rows.compactMap { row in
            guard let policy = ConflictPolicy(rawValue: row["policy"] as String? ?? "") else {
                return nil
            }
            if let batch = (row["batch"] as Int64?).map({ BatchID(rawValue: $0) }) {
                let pattern = row["pattern"] as String?
                return KeptAnswer(
                    pattern.map { .pattern($0, batch) } ?? .batch(batch), policy)
            }
            guard let site = (row["site"] as Int64?).flatMap({ sites[$0] }),
                let way = SiteAnswer.Way(rawValue: row["way"] as String? ?? "")
            else { return nil }
            return KeptAnswer(.site(site, way), policy)
        }
    }
}

extension Store {
    func keep(_ answer: KeptAnswer) throws(StoreError) {
        try transaction(tr("The answer could not be saved")) { try AnswerRows.keep(answer, in: $0) }
    }

    func forgetAnswer(for site: Site, _ way: SiteAnswer.Way) throws(StoreError) {
        try transaction(tr("The answer could not be taken back")) {
            try AnswerRows.forget(site, way, in: $0)
        }
    }
}
