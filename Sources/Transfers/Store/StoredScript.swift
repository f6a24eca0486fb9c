import Files
import SQLite
import Jobs
import Words

/// What jobs that carry plans out are to do, and what of it is done: in tables of their own, as it may be
/// much and only the one who does it reads it.
enum StoredScript {
    static let tables = """
        CREATE TABLE IF NOT EXISTS script (job INTEGER PRIMARY KEY, content BLOB NOT NULL);
        CREATE TABLE IF NOT EXISTS script_step (
            job INTEGER NOT NULL, key BLOB NOT NULL, PRIMARY KEY (job, key)
        ) WITHOUT ROWID;
        """

    static func save(_ bytes: [UInt8], of job: JobID, in database: Database) throws {
        try database.execute(
            sql: "INSERT OR REPLACE INTO script (job, content) VALUES (?, ?)",
            arguments: [job.rawValue, bytes])
    }

    /// Forgets that of a job which is gone, or needs it no more.
    static func forget(_ job: JobID, in database: Database) throws {
        for table in ["script", "script_step"] {
            try database.cachedStatement(sql: "DELETE FROM \(table) WHERE job = ?")
                .execute([job.rawValue])
        }
    }

    /// Forgets those of jobs that have done what can be undone under that number.
    static func forget(ofRecord number: Int64, in database: Database) throws {
        let jobs = try database.all(
            Int64.self,
            sql: "SELECT id FROM job WHERE batch = (SELECT batch FROM undo WHERE number = ?)",
            arguments: [number])
        for job in jobs { try forget(JobID(rawValue: job), in: database) }
    }

    /// Forgets those of jobs that are gone.
    static func forgetLost(in database: Database) throws {
        for table in ["script", "script_step"] {
            try database.execute(
                sql: "DELETE FROM \(table) WHERE job NOT IN (SELECT id FROM job)")
        }
    }
}

extension Store {
    /// What a job is to do; nil where that is lost.
    func script(of job: JobID) throws(StoreError) -> [UInt8]? {
        try reading(tr("The plan could not be read")) { database in
            try database.first(
                [UInt8].self, sql: "SELECT content FROM script WHERE job = ?",
                arguments: [job.rawValue]
            )
        }
    }

    /// What of it was done, by the names that were noted.
    func scriptSteps(of job: JobID) throws(StoreError) -> Set<[UInt8]> {
        try reading(tr("The plan could not be read")) { database in
            var steps: Set<[UInt8]> = []
            let rows = try database.cursor(
                sql: "SELECT key FROM script_step WHERE job = ?", arguments: [job.rawValue])
            while let row = try rows.next() {
                if let key: [UInt8] = row[0] { steps.insert(key) }
            }
            return steps
        }
    }

    /// Notes steps that were done. Nobody waits for the disk: what is done is seen in the files as well.
    func noteScriptSteps(_ keys: [[UInt8]], of job: JobID) throws(StoreError) {
        try transaction(tr("What was done could not be saved"), isDurable: false) { database in
            let statement = try database.cachedStatement(
                sql: """
                    INSERT OR IGNORE INTO script_step (job, key)
                    SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM script WHERE job = ?1)
                    """)
            for key in keys { try statement.execute([job.rawValue, key]) }
        }
    }
}
