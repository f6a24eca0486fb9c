import SQLite
import Jobs

/// What a run that goes on in another process has come to so far, in the store's counters.
enum StoredCounts {
    static func save(_ counts: RunCounts, in database: Database) throws {
        let values = [
            ("run_done", Int64(counts.done)), ("run_skipped", Int64(counts.skipped)),
            ("run_failed", Int64(counts.failed)), ("run_files", Int64(counts.files)),
            ("run_bytes", Int64(clamping: counts.bytes)),
        ]
        for (name, value) in values where value > 0 {
            try database.execute(
                sql: "INSERT OR REPLACE INTO counter (name, value) VALUES (?, ?)",
                arguments: [name, value])
        }
    }

    /// Gives what was left; the next one who asks gets nothing.
    static func take(from database: Database) throws -> RunCounts {
        var counts = RunCounts()
        let rows = try database.rows(
            sql: "DELETE FROM counter WHERE name LIKE 'run\\_%' ESCAPE '\\' RETURNING *")
        for row in rows {
            let value = max(0, row["value"] as Int64? ?? 0)
            switch row["name"] as String? ?? "" {
            case "run_done": counts.done = Int(value)
            case "run_skipped": counts.skipped = Int(value)
            case "run_failed": counts.failed = Int(value)
            case "run_files": counts.files = Int(value)
            case "run_bytes": counts.bytes = UInt64(value)
            default: break
            }
        }
        return counts
    }
}
