import Files
import SQLite
import Jobs

/// What jobs have done that can be taken back, as the queue notes it: of a whole batch, one record.
struct UndoNote: Sendable {
    enum Content: Sendable {
        case step(UndoStep)
        /// So much cannot be taken back.
        case lost(Int)
    }

    var batch: BatchID
    var action: UndoRecord.Action
    var site: Site
    var origin: Site?
    /// Seconds since the epoch.
    var time: Int64
    var content: Content
}

/// What was done to files, as rows of `undo` and, for each of its steps, of `undo_step`.
enum UndoRows {
    /// Records that are kept, steps of each, and for how many seconds a record is.
    static let records: Int64 = 1_000
    /// Of them, those of mirrors.
    static let mirrors: Int64 = 200
    /// Of them, rounds of what is kept up to date, also while that goes on.
    static let rounds: Int64 = 100
    static let steps = 200_000
    static let age: Int64 = 30 * 86_400
    /// Steps of a record that a list shows.
    static let shownSteps = 3

    static let tables = """
        CREATE TABLE IF NOT EXISTS undo (
            number INTEGER PRIMARY KEY AUTOINCREMENT, batch INTEGER,
            action TEXT NOT NULL, site INTEGER NOT NULL REFERENCES site(id),
            origin INTEGER REFERENCES site(id), time INTEGER NOT NULL,
            count INTEGER NOT NULL DEFAULT 0, lost INTEGER NOT NULL DEFAULT 0, failure TEXT
        );
        CREATE TABLE IF NOT EXISTS undo_step (
            number INTEGER PRIMARY KEY AUTOINCREMENT, record INTEGER NOT NULL,
            kind TEXT NOT NULL, path BLOB NOT NULL, other BLOB, name BLOB, size INTEGER,
            modified INTEGER, precision INTEGER, zoned INTEGER, mode INTEGER
        );
        CREATE INDEX IF NOT EXISTS undo_batch ON undo(batch);
        CREATE INDEX IF NOT EXISTS undo_step_record ON undo_step(record, number);
        """

    // MARK: - Writing

    /// Begins a record, and forgets the oldest where there are too many; its number.
    static func begin(
        _ action: UndoRecord.Action, _ batch: BatchID?, _ site: Site, _ origin: Site?,
        twin: Int64? = nil, time: Int64, in database: Database
    ) throws -> Int64 {
        try database.execute(
            sql: """
                INSERT INTO undo (batch, action, site, origin, twin, time)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                batch?.rawValue, action.rawValue, try SiteRow.number(of: site, in: database),
                try origin.map { try SiteRow.number(of: $0, in: database) }, twin, time,
            ])
        let number = database.lastInsertedRowID
        // More of it may still be done.
        let isOver = """
            (batch IS NULL OR batch NOT IN (SELECT batch FROM job WHERE parent IS NULL
                AND state NOT IN ('done', 'skipped', 'failed', 'cancelled')))
            """
        var old = try database.all(
            Int64.self,
            sql: """
                SELECT number FROM undo WHERE \(isOver) AND (time < ?1
                OR number < (SELECT number FROM undo ORDER BY number DESC LIMIT 1 OFFSET ?2))
                """, arguments: [time - age, records - 1])
        // What repeats itself by the hour does not make the rest be forgotten.
        if action == .mirror {
            old += try database.all(
                Int64.self,
                sql: """
                    SELECT number FROM undo WHERE \(isOver) AND action = ?1 AND number < (
                        SELECT number FROM undo WHERE action = ?1
                        ORDER BY number DESC LIMIT 1 OFFSET ?2)
                    """, arguments: [action.rawValue, mirrors - 1])
        }
        if action == .watch {
            old += try database.all(
                Int64.self,
                sql: """
                    SELECT number FROM undo WHERE action = ?
                    ORDER BY number DESC LIMIT -1 OFFSET ?
                    """,
                arguments: [action.rawValue, rounds])
        }
        for number in old {
            for sql in [
                "DELETE FROM undo_step WHERE record = ?", "DELETE FROM undo WHERE number = ?",
            ] {
                try database.cachedStatement(sql: sql).execute([number])
            }
        }
        return number
    }

    /// The record that notes go to.
    private struct Account {
        let number: Int64
        var count: Int
        var added = 0
        var lost = 0
        var time: Int64
    }

    /// A batch may come from several places, and each move is taken back to its own.
    private struct Key: Hashable {
        let batch: BatchID
        let site: Site
        let origin: Site?
    }

    /// Adds what jobs have done to the records of their batches.
    static func add(_ notes: [UndoNote], to database: Database) throws {
        var accounts: [Key: Account] = [:]
        for note in notes {
            let key = Key(batch: note.batch, site: note.site, origin: note.origin)
            var account = try accounts[key] ?? open(note, in: database)
            account.time = max(account.time, note.time)
            switch note.content {
            case .step(let step) where account.count < steps:
                try save(step, account.number, database)
                account.count += 1
                account.added += 1
            case .step: account.lost += 1
            case .lost(let more): account.lost += more
            }
            accounts[key] = account
        }
        for account in accounts.values {
            try database.execute(
                sql: """
                    UPDATE undo SET time = max(time, ?), lost = lost + ?, count = count + ?
                    WHERE number = ?
                    """,
                arguments: [account.time, account.lost, account.added, account.number])
        }
    }

    private static func open(_ note: UndoNote, in database: Database) throws -> Account {
        let found = try database.row(
            sql: """
                SELECT number, count FROM undo WHERE batch = ? AND site = ? AND origin IS ?
                AND action = ?
                """,
            arguments: [
                note.batch.rawValue, try SiteRow.number(of: note.site, in: database),
                try note.origin.map { try SiteRow.number(of: $0, in: database) },
                note.action.rawValue,
            ])
        if let found {
            return Account(
                number: try found.needed("number"), count: found["count"] ?? 0, time: note.time)
        }
        let number = try begin(
            note.action, note.batch, note.site, note.origin, time: note.time, in: database)
        return Account(number: number, count: 0, time: note.time)
    }

    /// The number of what a batch has done on a site, or first on any; nil for nothing yet.
    static func number(
        of batch: BatchID, _ action: UndoRecord.Action, on site: Site?, in database: Database
    ) throws -> Int64? {
        try database.first(
            Int64.self,
            sql: """
                SELECT min(number) FROM undo WHERE batch = ?1 AND action = ?2
                AND (?3 IS NULL OR site = ?3)
                """,
            arguments: [
                batch.rawValue, action.rawValue,
                try site.map { try SiteRow.number(of: $0, in: database) },
            ])
    }

    /// All steps of a record, each without its number.
    static func steps(of record: Int64, in database: Database) throws -> Set<UndoStep> {
        var steps: Set<UndoStep> = []
        let rows = try database.cursor(
            sql: "SELECT * FROM undo_step WHERE record = ?", arguments: [record])
        while let row = try rows.next() {
            guard var known = step(row) else { continue }
            known.number = 0
            steps.insert(known)
        }
        return steps
    }

    static func save(_ step: UndoStep, _ record: Int64, _ database: Database) throws {
        var (other, name): ([UInt8]?, [UInt8]?)
        var (size, mode): (Int64?, Int?)
        var time: Timestamp?
        let kind: String
        switch step.what {
        case .madeDirectory: kind = "directory"
        case .madeFile(let bytes, let modified):
            (kind, size, time) = ("file", StoredJob.number(bytes), modified)
        case .madeLink(let text): (kind, other) = ("link", text)
        case .renamed(let from): (kind, other) = ("renamed", from.bytes)
        case .moved(let from): (kind, other) = ("moved", from.bytes)
        case .changed(let bits, let modified):
            (kind, mode, time) = ("changed", bits.map { Int($0) }, modified)
        case .trashed(let id):
            (kind, other, name) = ("trashed", id.directory.bytes, id.name.bytes)
        }
        try database.cachedStatement(
            sql: """
                INSERT INTO undo_step (record, kind, path, other, name, size, modified, precision,
                    zoned, mode) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute([
            record, kind, step.path.bytes, other, name, size, time?.seconds,
            time.map { Int($0.precision.rawValue) }, time?.isZoned, mode,
        ])
    }

    /// Forgets what two trees have agreed about where a record is about to be undone.
    static func forgetAgreement(_ number: Int64, in database: Database) throws {
        guard
            let row = try database.row(
                sql: "SELECT site FROM undo WHERE number = ? AND action = ?",
                arguments: [number, UndoRecord.Action.sync.rawValue]),
            let site = try SiteRow.all(in: database)[row.needed("site")]
        else { return }
        let steps = try database.rows(
            sql: "SELECT * FROM undo_step WHERE record = ?", arguments: [number]
        ).compactMap(step)
        var forgotten = AgreedRows.Forgotten()
        for step in steps {
            switch step.what {
            case .renamed(let from): forgotten.trees += [step.path, from]
            case .madeDirectory:
                forgotten.paths.append(step.path)
                forgotten.tops.append(step.path)
            default: forgotten.paths.append(step.path)
            }
        }
        try AgreedRows.forget(forgotten, on: site, in: database)
    }

    // MARK: - Reading

    /// Nil where the row makes no sense.
    static func step(_ row: Row) -> UndoStep? {
        let other: [UInt8]? = row["other"]
        var time: Timestamp?
        if let seconds = row["modified"] as Int64?,
            let exact = Timestamp.Precision(
                rawValue: UInt8(clamping: row["precision"] as Int? ?? 0))
        {
            time = Timestamp(
                seconds: seconds, precision: exact, isZoned: row["zoned"] as Bool? ?? false)
        }
        let what: UndoStep.What
        switch (row["kind"] as String? ?? "", other) {
        case ("directory", _): what = .madeDirectory
        case ("file", _): what = .madeFile(size: StoredJob.count(row["size"]), modified: time)
        case ("link", let text?): what = .madeLink(to: text)
        case ("renamed", let from?): what = .renamed(from: Path(from))
        case ("moved", let from?): what = .moved(from: Path(from))
        case ("changed", _):
            let mode = (row["mode"] as Int?).flatMap { UInt16(exactly: $0) }
            what = .changed(mode: mode, modified: time)
        case ("trashed", let directory?):
            guard let name = Name(row["name"] ?? []) else { return nil }
            what = .trashed(TrashID(directory: Path(directory), name: name))
        default: return nil
        }
        guard let number: Int64 = row["number"] else { return nil }
        return UndoStep(
            number: number, Path(row["path"] as [UInt8]? ?? []), what)
    }

    /// Whether the queue still does more of it.
    private static func isRunning(_ batch: Int64?, in database: Database) throws -> Bool {
        guard let batch else { return false }
        return try database.first(
            Bool.self,
            sql: """
                SELECT EXISTS (SELECT 1 FROM job WHERE batch = ? AND parent IS NULL
                    AND state NOT IN ('done', 'skipped', 'failed', 'cancelled'))
                """, arguments: [batch]) ?? false
    }

    /// Nil where the row makes no sense.
    static func record(
        _ row: Row, _ sites: [Int64: Site], steps most: Int, in database: Database
    ) throws -> UndoRecord? {
        guard let action = UndoRecord.Action(rawValue: row["action"] as String? ?? ""),
            let site = sites[row["site"] as Int64? ?? -1], let number: Int64 = row["number"],
            let time: Int64 = row["time"]
        else { return nil }
        let rows = try database.rows(
            sql: "SELECT * FROM undo_step WHERE record = ? ORDER BY number LIMIT ?",
            arguments: [number, most])
        return UndoRecord(
            number: number, action, on: site, from: (row["origin"] as Int64?).flatMap { sites[$0] },
            time: time, steps: rows.compactMap(step),
            count: max(0, row["count"] as Int? ?? 0),
            lost: max(0, row["lost"] as Int? ?? 0), twin: row["twin"], failure: row["failure"],
            isRunning: try isRunning(row["batch"], in: database))
    }
}
