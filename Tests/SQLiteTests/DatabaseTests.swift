import Glibc
import SQLite
import Support
import Testing

@Suite("Databases")
struct DatabaseTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open(_ mayWrite: Bool = true, patience: Double = 0) throws -> SharedDatabase {
        try SharedDatabase(
            path: folder.path + "/store", mayWrite: mayWrite, patience: patience)
    }

    /// With a table of one number for each name.
    private func made() throws -> SharedDatabase {
        let database = try open()
        try database.write {
            try $0.execute(
                sql: "CREATE TABLE item (name TEXT UNIQUE, number INTEGER NOT NULL); "
                    + "-- and one row\nINSERT INTO item VALUES ('one', 1);")
        }
        return database
    }

    @Test("Every kind of value comes back as it was written")
    func values() throws {
        let database = try SharedDatabase()
        let large = [UInt8](repeating: 7, count: 1 << 20)
        let values: [(any StoredValue)?] = [
            nil, Int64.min, 2.5, "naïve\0text", "", [UInt8]([0, 255]), [UInt8](), large, true, -7,
        ]
        let row = try database.use { database -> Row? in
            let places = values.indices.map { "c\($0)" }
            try database.execute(sql: "CREATE TABLE t (\(places.joined(separator: ", ")))")
            try database.execute(
                sql: "INSERT INTO t VALUES (\(values.map { _ in "?" }.joined(separator: ", ")))",
                arguments: values)
            return try database.row(sql: "SELECT * FROM t")
        }
        let found = try #require(row)
        #expect(found["c0"] as Int64? == nil)
        #expect(found["c0"] as String? == nil)
        #expect(found["c1"] as Int64? == .min)
        #expect(found["c1"] as Int32? == nil)
        #expect(found["c2"] as Double? == 2.5)
        #expect(found["c3"] as String? == "naïve\0text")
        #expect(found["c4"] as String? == "")
        #expect(found["c5"] as [UInt8]? == [0, 255])
        // Nothing is not the same as a value with nothing in it.
        #expect(found["c6"] as [UInt8]? == [])
        #expect(found["c7"] as [UInt8]? == large)
        #expect(found["c8"] as Bool? == true)
        #expect(found[9] as Int? == -7)
        #expect(found["c9"] as Double? == -7)
    }

    @Test(
        "A column that holds something else, or is not there, is nil, and an error where it is needed"
    )
    func otherKinds() throws {
        let database = try SharedDatabase()
        let row = try database.use {
            try $0.row(sql: "SELECT 'seven' AS a, 1.5 AS b, x'ff' AS c, 8 AS a")
        }
        let found = try #require(row)
        #expect(found["a"] as Int64? == nil)
        #expect(found["a"] as String? == "seven")
        #expect(found["b"] as Int? == nil)
        #expect(found["c"] as String? == nil)
        #expect(found["d"] as String? == nil)
        #expect(found[4] as String? == nil)
        #expect(found[-1] as String? == nil)
        let error = #expect(throws: DatabaseError.self) {
            let _: Int64 = try found.needed("a")
        }
        #expect(error?.message == "column a has no value that fits")
    }

    @Test("A statement gets as many values as it has places")
    func counts() throws {
        let database = try made()
        for values: [(any StoredValue)?] in [["two"], ["two", 2, 3], []] {
            #expect(throws: DatabaseError.self) {
                try database.use {
                    try $0.execute(sql: "INSERT INTO item VALUES (?, ?)", arguments: values)
                }
            }
        }
        #expect(try database.read { try $0.first(Int.self, sql: "SELECT count(*) FROM item") } == 1)
    }

    @Test("A statement that was kept runs again, also after it failed")
    func keptStatements() throws {
        let database = try made()
        let numbers = try database.write { database in
            let add = try database.cachedStatement(sql: "INSERT INTO item VALUES (?, ?)")
            #expect(throws: DatabaseError.self) { try add.execute(["one", 1]) }
            try add.execute(["two", 2])
            #expect(database.changesCount == 1)
            #expect(database.lastInsertedRowID == 2)
            let find = try database.cachedStatement(sql: "SELECT number FROM item WHERE name = ?")
            return [
                try find.first(Int.self, ["two"]), try find.first(Int.self, ["three"]),
                try find.first(Int.self, ["one"]),
            ]
        }
        #expect(numbers == [2, nil, 1])
    }

    @Test("Rows come one after the other, and none after the last")
    func cursors() throws {
        let database = try made()
        let names = try database.write { database -> [String?] in
            try database.execute(sql: "INSERT INTO item VALUES ('two', 2)")
            let rows = try database.cursor(sql: "SELECT name FROM item ORDER BY number")
            return [
                try rows.next()?["name"], try rows.next()?["name"], try rows.next()?["name"],
                try rows.next()?["name"],
            ]
        }
        #expect(names == ["one", "two", nil, nil])
        let all = try database.read {
            try $0.all(String.self, sql: "SELECT name FROM item ORDER BY 1")
        }
        #expect(all == ["one", "two"])
    }

    private struct Refusal: Error {}

    @Test("What fails leaves nothing behind, and the next goes on")
    func rollback() throws {
        let database = try made()
        #expect(throws: Refusal.self) {
            try database.write { database in
                try database.execute(sql: "DELETE FROM item")
                throw Refusal()
            }
        }
        #expect(throws: DatabaseError.self) {
            try database.write { database in
                try database.execute(sql: "DELETE FROM item")
                try database.execute(sql: "INSERT INTO item VALUES ('two', NULL)")
            }
        }
        // One that SQLite itself has ended already.
        #expect(throws: DatabaseError.self) {
            try database.write { database in
                try database.execute(sql: "DELETE FROM item")
                try database.execute(sql: "INSERT OR ROLLBACK INTO item VALUES ('two', NULL)")
            }
        }
        try database.write { try $0.execute(sql: "INSERT INTO item VALUES ('two', 2)") }
        #expect(try database.read { try $0.first(Int.self, sql: "SELECT count(*) FROM item") } == 2)
    }

    @Test("While one writes, another waits in vain and says so")
    func busy() throws {
        let (first, second) = (try made(), try open())
        try first.write { _ in
            let error = #expect(throws: DatabaseError.self) {
                try second.write { try $0.execute(sql: "DELETE FROM item") }
            }
            #expect(error?.kind == .busy)
            #expect(error?.message == "database is locked")
        }
        try second.write { try $0.execute(sql: "DELETE FROM item") }
        #expect(try first.read { try $0.first(Int.self, sql: "SELECT count(*) FROM item") } == 0)
    }

    @Test("One that is opened for reading writes nothing, and makes no file")
    func reading() throws {
        let error = #expect(throws: DatabaseError.self) { try open(false) }
        #expect(error?.kind == .cannotOpen)
        #expect(folder.read("store") == nil)
        _ = try made()
        let database = try open(false)
        #expect(throws: DatabaseError.self) {
            try database.write { try $0.execute(sql: "DELETE FROM item") }
        }
        #expect(
            try database.read { try $0.first(String.self, sql: "SELECT name FROM item") } == "one")
    }

    @Test("Who reads cannot write by mistake, and others can afterwards")
    func readingOnly() throws {
        let database = try made()
        #expect(throws: DatabaseError.self) {
            try database.read { try $0.execute(sql: "DELETE FROM item") }
        }
        try database.write { try $0.execute(sql: "INSERT INTO item VALUES ('two', 2)") }
        #expect(try database.read { try $0.first(Int.self, sql: "SELECT count(*) FROM item") } == 2)
    }

    @Test("Columns that another process has just added do not move those behind them")
    func addedColumns() throws {
        let (first, second) = (try made(), try open())
        _ = try first.read { try $0.rows(sql: "SELECT * FROM item") }
        try second.use { try $0.execute(sql: "ALTER TABLE item ADD COLUMN more TEXT DEFAULT 'm'") }
        let row = try #require(
            try first.read { try $0.row(sql: "SELECT *, 'last' AS last FROM item") })
        #expect(row["more"] as String? == "m")
        #expect(row["last"] as String? == "last")
    }

    @Test("A file that is no database is refused when it is read")
    func otherFile() throws {
        try folder.write(String(repeating: "no database ", count: 100), to: "store")
        let error = #expect(throws: DatabaseError.self) {
            try open().use { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
        }
        #expect(error?.kind == .noDatabase)
    }

    @Test("Wrong statements are refused in SQLite's words")
    func wrongStatements() throws {
        let database = try made()
        for (sql, words) in [
            ("SELECT missing FROM item", "no such column: missing"),
            ("SELEKT 1", "near \"SELEKT\": syntax error"),
            (" -- nothing\n", "there is no statement in “ -- nothing\n”"),
        ] {
            let error = #expect(throws: DatabaseError.self) {
                try database.use { try $0.rows(sql: sql) }
            }
            #expect(error?.message == words)
        }
        // The statements before the wrong one have run.
        #expect(throws: DatabaseError.self) {
            try database.use { try $0.execute(sql: "DELETE FROM item; SELEKT 1; DROP TABLE item") }
        }
        #expect(try database.read { try $0.first(Int.self, sql: "SELECT count(*) FROM item") } == 0)
    }

    @Test("A row of another table must be there where one is named")
    func references() throws {
        let database = try SharedDatabase()
        #expect(throws: DatabaseError.self) {
            try database.use {
                try $0.execute(
                    sql: """
                        CREATE TABLE a (id INTEGER PRIMARY KEY);
                        CREATE TABLE b (a INTEGER NOT NULL REFERENCES a(id));
                        INSERT INTO b VALUES (1);
                        """)
            }
        }
    }

    @Test("One that is closed refuses, and lets go of its file")
    func closing() throws {
        let database = try made()
        try database.use { _ = try $0.cachedStatement(sql: "SELECT 1").first(Int.self) }
        database.close()
        #expect(throws: DatabaseError.self) { try database.read { try $0.rows(sql: "SELECT 1") } }
        let open = try OpenFiles.paths()
        #expect(!open.contains { $0.hasPrefix(folder.path) })
    }

    @Test("Many threads have their turns")
    func threads() async throws {
        let database = try made()
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<50 {
                        try? database.write {
                            try $0.execute(sql: "UPDATE item SET number = number + 1")
                        }
                    }
                }
            }
        }
        #expect(try database.read { try $0.first(Int.self, sql: "SELECT number FROM item") } == 401)
    }
}

/// What this process has open.
private enum OpenFiles {
    static func paths() throws -> [String] {
        let directory = try #require(opendir("/proc/self/fd"))
        defer { closedir(directory) }
        var paths: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            var target = [CChar](repeating: 0, count: 4_096)
            guard readlink("/proc/self/fd/\(name)", &target, target.count - 1) > 0 else { continue }
            paths.append(
                String(
                    decoding: target.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self
                ))
        }
        return paths
    }
}
