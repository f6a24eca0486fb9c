package import Files
import SQLite
import Words

/// Something that two trees agreed about when they were last synchronised.
package struct AgreedFile: Sendable {
    /// How it stood on one side.
    package struct Standing: Sendable {
        package var print: FileFingerprint
        package var mode: UInt16?
        package var link: [UInt8]?

        package init(_ print: FileFingerprint, mode: UInt16?, link: [UInt8]?) {
            self.print = print
            self.mode = mode
            self.link = link
        }
    }

    /// The path below the first tree's top, and below the second's where that is spelled otherwise.
    package var path: [UInt8]
    package var other: [UInt8]?
    package var kind: Entry.Kind
    package var first: Standing
    package var second: Standing

    package init(
        _ path: [UInt8], other: [UInt8]?, _ kind: Entry.Kind, first: Standing, second: Standing
    ) {
        self.path = path
        self.other = other
        self.kind = kind
        self.first = first
        self.second = second
    }
}

/// What two trees agreed about, as rows of `pair_agreed`; when that was, as one of `pair_sync`.
enum AgreedRows {
    static let tables = """
        CREATE TABLE IF NOT EXISTS pair_sync (pair INTEGER PRIMARY KEY, time INTEGER NOT NULL);
        CREATE TABLE IF NOT EXISTS pair_agreed (
            pair INTEGER NOT NULL, path BLOB NOT NULL, other BLOB, kind INTEGER NOT NULL,
            first_size INTEGER, first_time INTEGER, first_precision INTEGER, first_zoned INTEGER,
            first_mode INTEGER, first_link BLOB,
            second_size INTEGER, second_time INTEGER, second_precision INTEGER,
            second_zoned INTEGER, second_mode INTEGER, second_link BLOB,
            PRIMARY KEY (pair, path)
        ) WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS pair_agreed_other ON pair_agreed (pair, other)
            WHERE other IS NOT NULL;
        """

    static func values(_ side: AgreedFile.Standing) -> [(any StoredValue)?] {
        PairRows.values(side.print) + [side.mode.map { Int($0) }, side.link]
    }

    /// Columns in the order in which `file` takes them.
    static let columns =
        "path, other, kind, \(PairRows.columns("first")), first_mode, first_link, "
        + "\(PairRows.columns("second")), second_mode, second_link"

    static func file(_ row: Row) -> AgreedFile? {
        guard let kind = Entry.Kind(rawValue: UInt8(clamping: row[2] as Int? ?? -1)) else {
            return nil
        }
        func standing(_ index: Int) -> AgreedFile.Standing {
            AgreedFile.Standing(
                PairRows.fingerprint(row, at: index),
                mode: (row[index + 4] as Int?).flatMap { UInt16(exactly: $0) },
                link: row[index + 5])
        }
        return AgreedFile(
            PairRows.bytes(row, at: 0), other: row[1], kind, first: standing(3),
            second: standing(9))
    }

    /// Forgets what is kept of pairs that are forgotten.
    static func tidy(_ database: Database) throws {
        for table in ["pair_sync", "pair_agreed"] {
            try database.execute(
                sql: "DELETE FROM \(table) WHERE pair NOT IN (SELECT number FROM pair)")
        }
    }

    /// What two trees have no longer agreed about, on one site.
    struct Forgotten {
        var paths: [Path] = []
        /// With all below them.
        var trees: [Path] = []
        /// Directories that may be the top of a tree: of such a pair all is forgotten.
        var tops: [Path] = []
    }

    /// Where paths are: of which side, in which column, and what else must be so of the row.
    private static let places = [
        ("first", "path", ""), ("second", "path", "other IS NULL AND"), ("second", "other", ""),
    ]

    static func forget(_ forgotten: Forgotten, on site: Site, in database: Database) throws {
        let prefix = Array(site.text.utf8)
        let pairs = try database.rows(
            sql: """
                SELECT number, first, second FROM pair
                WHERE number IN (SELECT pair FROM pair_sync)
                """)
        let tops = Set(forgotten.tops.map { prefix + $0.bytes })
        for row in pairs {
            let pair: Int64 = try row.needed("number")
            let ends = ["first", "second"].map { row[$0] as [UInt8]? ?? [] }
            if ends.contains(where: tops.contains) {
                for table in ["pair_sync", "pair_agreed"] {
                    try database.execute(
                        sql: "DELETE FROM \(table) WHERE pair = ?", arguments: [pair])
                }
                continue
            }
            for (side, column, others) in places {
                let top = row[side] as [UInt8]? ?? []
                let below = top.last == 0x2F ? top : top + [0x2F]
                // Two statements: of one for both, a store may look through all rows of the pair.
                let one = try database.cachedStatement(
                    sql: "DELETE FROM pair_agreed WHERE pair = ? AND \(others) \(column) = ?")
                let tree = try database.cachedStatement(
                    sql: """
                        DELETE FROM pair_agreed WHERE pair = ? AND \(others) \(column) > ?
                            AND \(column) < ?
                        """)
                func name(_ path: Path) -> [UInt8]? {
                    let place = prefix + path.bytes
                    return place.starts(with: below) ? Array(place.dropFirst(below.count)) : nil
                }
                for path in (forgotten.paths + forgotten.trees).lazy.compactMap(name) {
                    try one.execute([pair, path])
                }
                for path in forgotten.trees.lazy.compactMap(name) {
                    try tree.execute([pair, path + [0x2F], path + [0x30]])
                }
            }
        }
    }
}

extension Store {
    /// Tells what two trees, given in that order, agreed about; gives when that was in seconds since the
    /// epoch, and nil where they never did.
    package func agreedFiles(
        of first: Location, _ second: Location, each: (AgreedFile) -> Void
    ) throws(StoreError) -> Int64? {
        try reading(tr("What was synchronised before could not be read")) { database in
            guard let pair = try PairRows.number(first, second, in: database),
                let time = try database.first(
                    Int64.self, sql: "SELECT time FROM pair_sync WHERE pair = ?", arguments: [pair])
            else { return nil }
            let rows = try database.cursor(
                sql: "SELECT \(AgreedRows.columns) FROM pair_agreed WHERE pair = ?",
                arguments: [pair])
            while let row = try rows.next() {
                if let file = AgreedRows.file(row) { each(file) }
            }
            return time
        }
    }

    /// Keeps what two trees agree about, and forgets paths below the first that are gone from both; at
    /// that second since the epoch.
    package func agree(
        on files: some Sequence<AgreedFile>, forgetting gone: [[UInt8]] = [], of first: Location,
        _ second: Location, time: Int64
    ) throws(StoreError) {
        try transaction(tr("What was synchronised could not be saved")) { database in
            let pair = try PairRows.use(first, second, time: time, in: database)
            try database.execute(
                sql: "INSERT OR REPLACE INTO pair_sync VALUES (?, ?)", arguments: [pair, time])
            let forget = try database.cachedStatement(
                sql: "DELETE FROM pair_agreed WHERE pair = ? AND path = ?")
            for path in gone { try forget.execute([pair, path]) }
            let marks = Array(repeating: "?", count: 16).joined(separator: ", ")
            let save = try database.cachedStatement(
                sql: "INSERT OR REPLACE INTO pair_agreed VALUES (\(marks))")
            for file in files {
                let values: [(any StoredValue)?] =
                    [
                        pair, file.path, file.other,
                        Int(file.kind.rawValue),
                    ] + AgreedRows.values(file.first) + AgreedRows.values(file.second)
                try save.execute(values)
            }
            try PairRows.tidy(database)
        }
    }
}
