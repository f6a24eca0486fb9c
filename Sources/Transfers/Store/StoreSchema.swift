import SQLite
import Words

/// The tables of the store, and how older ones are brought up to date.
enum StoreSchema {
    /// Counts up with every change of the tables; kept in SQLite's `user_version`.
    static let version = 6

    // An older Ferry does not know `choice`, and would take a whole directory for what was chosen in
    // it: from 6 on it refuses the file.

    /// Makes or updates the tables.
    static func prepare(_ database: Database) throws {
        let found = try database.first(Int.self, sql: "PRAGMA user_version") ?? 0
        guard found <= version else {
            throw StoreError(
                tr(
                    "The queue's file is from a newer version of Ferry (format \(found)); update "
                        + "Ferry."))
        }
        guard found < version else { return }
        if found == 0 { try database.execute(sql: tables) }
        if found < 2 {
            // Of an older file's sites nothing more is known.
            try database.execute(sql: "ALTER TABLE site ADD COLUMN rest TEXT NOT NULL DEFAULT ''")
        }
        if found == 3 {
            // What an older version has written lies in one piece.
            try database.execute(
                sql: "ALTER TABLE part ADD COLUMN scattered INTEGER NOT NULL DEFAULT 0")
        }
        if found == 3 || found == 4 {
            try database.execute(sql: "ALTER TABLE part ADD COLUMN extents TEXT")
        }
        try database.execute(sql: PartSchema.tables)
        try database.execute(sql: "PRAGMA user_version = \(version)")
    }

    /// Whether the file holds the tables of this version, or of a newer one.
    static func isOurs(_ database: Database) throws -> Bool {
        if try database.first(Int.self, sql: "PRAGMA user_version") ?? 0 > version { return true }
        return try database.hasTable("job") && database.hasTable("command")
            && database.hasTable("site") && database.hasTable("counter")
            && database.hasTable("part")
    }

    private static let tables = """
        CREATE TABLE site (
            id INTEGER PRIMARY KEY,
            scheme TEXT NOT NULL, host TEXT NOT NULL, port INTEGER NOT NULL,
            user TEXT, account TEXT, charset TEXT,
            active INTEGER NOT NULL, plain INTEGER NOT NULL, timeout INTEGER NOT NULL
        );
        CREATE TABLE job (
            id INTEGER PRIMARY KEY,
            batch INTEGER NOT NULL, parent INTEGER, position INTEGER NOT NULL,
            operation TEXT NOT NULL, kind TEXT NOT NULL,
            source_site INTEGER NOT NULL REFERENCES site(id), source_path BLOB NOT NULL,
            target_site INTEGER REFERENCES site(id), target_path BLOB, root BLOB,
            state TEXT NOT NULL, size INTEGER, done INTEGER NOT NULL,
            files_found INTEGER NOT NULL, files_done INTEGER NOT NULL,
            modified INTEGER, precision INTEGER, zoned INTEGER, mode INTEGER,
            policy TEXT NOT NULL, tries INTEGER NOT NULL, story TEXT NOT NULL, rate INTEGER,
            error_kind TEXT, error_detail TEXT, error_reply TEXT, error_transient INTEGER,
            taken_size INTEGER, taken_modified INTEGER, resumable INTEGER, part INTEGER NOT NULL,
            owner INTEGER, owner_start INTEGER
        );
        CREATE INDEX job_owner ON job(owner, owner_start);
        CREATE TABLE command (
            id INTEGER PRIMARY KEY,
            owner INTEGER NOT NULL, owner_start INTEGER NOT NULL,
            verb TEXT NOT NULL, job INTEGER, number INTEGER, text TEXT
        );
        CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
        INSERT INTO counter (name, value) VALUES ('job', 1);
        """
}
