package import Files
import SQLite
import Words

/// A file of two trees, as it stood on both sides when it was last made the same.
package struct RememberedFile: Sendable {
    /// The path below the first tree's top.
    package var path: [UInt8]
    package var first: FileFingerprint
    package var second: FileFingerprint

    package init(_ path: [UInt8], first: FileFingerprint, second: FileFingerprint) {
        self.path = path
        self.first = first
        self.second = second
    }
}

/// What is remembered of pairs of trees, as rows of `pair` and, for each file, of `pair_file`.
enum PairRows {
    /// Pairs that are kept, and files that are read of one.
    static let pairs = 500
    static let files = 2_000_000

    static let tables = """
        CREATE TABLE IF NOT EXISTS pair (
            number INTEGER PRIMARY KEY, first BLOB NOT NULL, second BLOB NOT NULL,
            used INTEGER NOT NULL, UNIQUE (first, second)
        );
        CREATE TABLE IF NOT EXISTS pair_file (
            pair INTEGER NOT NULL, path BLOB NOT NULL,
            first_size INTEGER, first_time INTEGER, first_precision INTEGER, first_zoned INTEGER,
            second_size INTEGER, second_time INTEGER, second_precision INTEGER,
            second_zoned INTEGER, PRIMARY KEY (pair, path)
        ) WITHOUT ROWID;
        """

    /// How a place is known: its site as a URL, then its path.
    static func key(_ place: Location) -> [UInt8] {
        Array(place.site.text.utf8) + place.path.bytes
    }

    static func number(_ first: Location, _ second: Location, in database: Database) throws
        -> Int64?
    {
        try database.first(
            Int64.self, sql: "SELECT number FROM pair WHERE first = ? AND second = ?",
            arguments: [key(first), key(second)])
    }

    static func values(_ print: FileFingerprint) -> [(any StoredValue)?] {
        [
            StoredJob.number(print.size), print.modified?.seconds,
            print.modified.map { Int($0.precision.rawValue) }, print.modified?.isZoned,
        ]
    }

    /// The columns of a fingerprint of one side.
    static func columns(_ side: String) -> String {
        ["size", "time", "precision", "zoned"].map { "\(side)_\($0)" }.joined(separator: ", ")
    }

    /// Of four columns in that order, the first of which has this index: to look for their names in each of
    /// a million rows takes longer than to read them.
    static func fingerprint(_ row: Row, at index: Int) -> FileFingerprint {
        var time: Timestamp?
        if let seconds = row[index + 1] as Int64?,
            let exact = Timestamp.Precision(
                rawValue: UInt8(clamping: row[index + 2] as Int? ?? 0))
        {
            time = Timestamp(
                seconds: seconds, precision: exact, isZoned: row[index + 3] as Bool? ?? false)
        }
        return FileFingerprint(size: StoredJob.count(row[index]), modified: time)
    }

    /// The bytes of a column; none where it is empty or not there.
    static func bytes(_ row: Row, at index: Int) -> [UInt8] {
        row[index] ?? []
    }

    /// Forgets the pairs that were not used for longest, where there are too many.
    static func tidy(_ database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM pair WHERE number NOT IN
                    (SELECT number FROM pair ORDER BY used DESC, number DESC LIMIT ?)
                """, arguments: [pairs])
        // Their files are many, and to look through all of them takes long.
        guard database.changesCount > 0 else { return }
        try database.execute(
            sql: "DELETE FROM pair_file WHERE pair NOT IN (SELECT number FROM pair)")
        try AgreedRows.tidy(database)
    }

    /// The number of a pair that is used at that second, made where it is not there.
    static func use(
        _ first: Location, _ second: Location, time: Int64, in database: Database
    ) throws -> Int64 {
        if let known = try number(first, second, in: database) {
            try database.execute(
                sql: "UPDATE pair SET used = ? WHERE number = ?", arguments: [time, known])
            return known
        }
        try database.execute(
            sql: "INSERT INTO pair (first, second, used) VALUES (?, ?, ?)",
            arguments: [key(first), key(second), time])
        return database.lastInsertedRowID
    }
}

extension Store {
    /// Tells what is remembered of the files of two trees, which were given in that order: of all, or of
    /// those below a directory of the first tree, by its path from the top.
    package func rememberedFiles(
        of first: Location, _ second: Location, below directory: [UInt8] = [],
        each: (RememberedFile) -> Void
    ) throws(StoreError) {
        try reading(tr("What is known of earlier copies could not be read")) { database in
            guard let pair = try PairRows.number(first, second, in: database) else { return }
            // What is below begins with a slash behind the path, and ends before what has the next byte there.
            let isBelow = directory.isEmpty ? "" : "AND path >= ? AND path < ? "
            let bounds: [(any StoredValue)?] =
                directory.isEmpty ? [] : [directory + [0x2F], directory + [0x30]]
            let rows = try database.cursor(
                sql: """
                    SELECT path, \(PairRows.columns("first")), \(PairRows.columns("second"))
                    FROM pair_file WHERE pair = ? \(isBelow)LIMIT ?
                    """,
                arguments: [pair] + bounds + [PairRows.files])
            while let row = try rows.next() {
                each(
                    RememberedFile(
                        PairRows.bytes(row, at: 0), first: PairRows.fingerprint(row, at: 1),
                        second: PairRows.fingerprint(row, at: 5)))
            }
        }
    }

    /// Remembers files of two trees, and forgets others by their paths; at that second since the epoch.
    package func remember(
        _ files: some Sequence<RememberedFile>, forgetting gone: [[UInt8]] = [], of first: Location,
        _ second: Location, time: Int64
    ) throws(StoreError) {
        try transaction(tr("What was copied could not be remembered")) { database in
            let pair = try PairRows.use(first, second, time: time, in: database)
            let forget = try database.cachedStatement(
                sql: "DELETE FROM pair_file WHERE pair = ? AND path = ?")
            for path in gone { try forget.execute([pair, path]) }
            let save = try database.cachedStatement(
                sql: "INSERT OR REPLACE INTO pair_file VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
            for file in files {
                let values: [(any StoredValue)?] =
                    [pair, file.path] + PairRows.values(file.first)
                    + PairRows.values(file.second)
                try save.execute(values)
            }
            try PairRows.tidy(database)
        }
    }
}
