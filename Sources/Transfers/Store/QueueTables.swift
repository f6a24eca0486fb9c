import SQLite

/// What one worker at a time, and those that watch it, need in the store beside `StoreSchema`'s
/// tables. Adding what is there already does nothing.
enum QueueTables {
    /// Columns: of which table, their names, and their types.
    static let columns = [
        (table: "job", name: "speed", type: "REAL"),
        (table: "job", name: "lane", type: "INTEGER"),
        (table: "job", name: "wait", type: "TEXT"),
        (table: "job", name: "wait_number", type: "INTEGER"),
        // How far a directory had become jobs: not at all, listed, all of it, all but its end.
        (table: "job", name: "reading", type: "INTEGER NOT NULL DEFAULT 0"),
        // What is not known of a directory while it is being read.
        (table: "job", name: "files_unsized", type: "INTEGER NOT NULL DEFAULT 0"),
        (table: "job", name: "directories_unread", type: "INTEGER NOT NULL DEFAULT 0"),
        (table: "job", name: "directories_read", type: "INTEGER NOT NULL DEFAULT 0"),
        // What becomes of links; the text of the link that the source is; what was left out below.
        (table: "job", name: "links", type: "TEXT NOT NULL DEFAULT 'keep'"),
        (table: "job", name: "link", type: "BLOB"),
        (table: "job", name: "left_out", type: "INTEGER NOT NULL DEFAULT 0"),
        // What keeps it from being faster; who moves its bytes; how it was compared with its source.
        (table: "job", name: "limited_by", type: "TEXT"),
        (table: "job", name: "via", type: "TEXT NOT NULL DEFAULT 'here'"),
        (table: "job", name: "verified", type: "TEXT"),
        // How many names were chosen of a directory of which not all goes; they stand in `choice`.
        (table: "job", name: "chosen", type: "INTEGER"),
        // Of a plan, how many of the files done were deleted.
        (table: "job", name: "files_deleted", type: "INTEGER NOT NULL DEFAULT 0"),
        // What was known of each of the names, where they are deleted.
        (table: "choice", name: "facts", type: "BLOB"),
        // What permissions new files and directories get.
        (table: "job", name: "modes", type: "TEXT NOT NULL DEFAULT 'source'"),
        // How far the part had come; the bytes of it that are there, where no disk was asked to keep
        // them; since which start of which machine that is so.
        (table: "part", name: "stage", type: "INTEGER NOT NULL DEFAULT 0"),
        (table: "part", name: "unsynced", type: "TEXT"),
        (table: "part", name: "machine", type: "TEXT"),
        // Of what was done on two sites at once: the number of the other's record.
        (table: "undo", name: "twin", type: "INTEGER"),
        // Whether a connection to it was ever made.
        (table: "site", name: "reached", type: "INTEGER NOT NULL DEFAULT 0"),
    ]

    /// The process that works on the queue, for showing; what counts is its lock.
    static let tables = """
        CREATE TABLE IF NOT EXISTS worker (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            process INTEGER NOT NULL, start INTEGER NOT NULL, machine TEXT NOT NULL
        );
        INSERT OR IGNORE INTO counter (name, value) VALUES ('paused', 0);
        """

    static func prepare(_ database: Database) throws {
        try database.execute(sql: HistoryRow.table)
        try database.execute(sql: UndoRows.tables)
        try database.execute(sql: PairRows.tables)
        try database.execute(sql: AgreedRows.tables)
        try database.execute(sql: SharePropertyRows.tables)
        try database.execute(sql: AnswerRows.table)
        try database.execute(sql: StoredChoice.table)
        try database.execute(sql: StoredScript.tables)
        try database.execute(sql: PartSchema.lists)
        for (table, wanted) in Dictionary(grouping: columns, by: \.table) {
            let there = try database.columns(of: table)
            for column in wanted where !there.contains(column.name) {
                try database.execute(
                    sql: "ALTER TABLE \(table) ADD COLUMN \(column.name) \(column.type)")
            }
        }
        try database.execute(sql: tables)
    }
}
