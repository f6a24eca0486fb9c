import SQLite
import Jobs
import Words

// How one process stops the work of another, and finds out who works.
extension Store {
    /// Asks whoever works to stop, keeping everything, and those who look on not to take over.
    package func requestStop() throws(StoreError) {
        try transaction(tr("The queue could not be stopped")) { database in
            try database.execute(
                sql: """
                    INSERT INTO counter (name, value) VALUES ('stops', 1)
                    ON CONFLICT (name) DO UPDATE SET value = value + 1
                    """)
            // Who begins after this one is not meant.
            try database.execute(
                sql: """
                    INSERT INTO counter (name, value) VALUES ('stopped_term', ?)
                    ON CONFLICT (name) DO UPDATE SET value = excluded.value
                    """, arguments: [try Store.terms(in: database)])
        }
    }

    /// The last term that `requestStop` was meant for.
    static func stoppedTerm(in database: Database) throws -> Int64 {
        try database.first(Int64.self, sql: "SELECT value FROM counter WHERE name = 'stopped_term'")
            ?? 0
    }

    /// How often `requestStop` was ever called: more than before is a request.
    func stopCount() throws(StoreError) -> Int64 {
        try reading(tr("The queue could not be read")) { try Store.stopCount(in: $0) }
    }

    static func stopCount(in database: Database) throws -> Int64 {
        try database.first(Int64.self, sql: "SELECT value FROM counter WHERE name = 'stops'") ?? 0
    }

    /// Has the worker, where one can be reached, look at once at what was left for it here; else it
    /// does so within a second.
    package func knock() {
        if let path { ControlLink.knock(at: ControlAddress(store: path)) }
    }

    /// Says of jobs that a process was at which was killed that they wait; false where one works now.
    /// Throws where that cannot be known.
    package func putDown() throws(StoreError) -> Bool {
        guard let right = try takeWork() else { return false }
        defer { right.release() }
        try transaction(tr("The queue could not be stopped")) { database in
            try database.execute(
                sql: """
                    UPDATE job SET state = ?, speed = NULL, lane = NULL, wait = NULL
                    WHERE state IN (?, ?, ?)
                    """,
                arguments: [
                    StoredJob.word(for: .waiting), StoredJob.word(for: .running),
                    StoredJob.word(for: .committing), StoredJob.word(for: .expanding),
                ])
        }
        return true
    }

    /// Whether a process works on the queue now. Throws where that cannot be known.
    package func isWorkedOn() throws(StoreError) -> Bool {
        guard let right = try takeWork() else { return true }
        right.release()
        return false
    }

    /// The number of the process that works on the queue, or did last and was killed; nil where none
    /// does, or it has only just begun.
    package func workingProcess() throws(StoreError) -> Int32? {
        let worker = try reading(tr("The queue could not be read")) { try Store.worker(in: $0) }
        guard let worker, worker.isAlive else { return nil }
        return worker.number
    }

    /// How often any process has begun to work.
    static func terms(in database: Database) throws -> Int64 {
        try database.first(Int64.self, sql: "SELECT value FROM counter WHERE name = 'terms'") ?? 0
    }

    static func worker(in database: Database) throws -> ProcessIdentity? {
        guard let row = try database.row(sql: "SELECT * FROM worker WHERE id = 1"),
            let number = Int32(exactly: row["process"] as Int64? ?? -1)
        else { return nil }
        return ProcessIdentity(
            number: number, start: row["start"] as Int64? ?? 0,
            machine: row["machine"] as String? ?? "")
    }
}
