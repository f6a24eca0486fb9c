import Files
import SQLite
import Jobs

/// The names that were chosen in the directories of jobs, in a table of their own: who looks on at the
/// jobs does not read them.
enum StoredChoice {
    static let table = """
        CREATE TABLE IF NOT EXISTS choice (job INTEGER PRIMARY KEY, names BLOB NOT NULL);
        """

    static func save(_ names: ChosenNames, of job: JobID, in database: Database) throws {
        try database.execute(
            sql: "INSERT OR REPLACE INTO choice (job, names, facts) VALUES (?, ?, ?)",
            arguments: [job.rawValue, names.bytes, names.facts.isEmpty ? nil : names.facts])
    }

    /// Gives the jobs that have some their names, as far as these are there.
    static func fill(_ jobs: inout [StoredJob], from database: Database) throws {
        for index in jobs.indices where jobs[index].job.chosen != nil {
            let row = try database.row(
                sql: "SELECT names, facts FROM choice WHERE job = ?",
                arguments: [jobs[index].job.id.rawValue])
            // Names that are lost are told of; a row that makes no sense must not end this process.
            guard let row, let names: [UInt8] = row["names"] else { continue }
            jobs[index].chosen = ChosenNames(kept: names, facts: row["facts"] ?? [])
        }
    }

    /// Forgets those of a job that is gone, or needs them no more.
    static func forget(_ job: JobID, in database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM choice WHERE job = ?")
            .execute([job.rawValue])
    }

    /// Forgets those of jobs that are gone.
    static func forgetLost(in database: Database) throws {
        try database.execute(sql: "DELETE FROM choice WHERE job NOT IN (SELECT id FROM job)")
    }
}
