import CSQLite
import Synchronization

/// A connection to a database. `SharedDatabase` gives it to one caller at a time.
///
/// A pointer is not Sendable, so its address is kept as a number. SQLITE_OPEN_FULLMUTEX lets any thread
/// use it.
package final class Database: Sendable {
    private let address: UInt
    private let prepared = Mutex<[String: Statement]>([:])

    /// Opens what is at `path`; whether that is a database shows when it is first read. `patience`: seconds
    /// that another process's transaction is waited for.
    init(_ path: String, mayWrite: Bool, patience: Double) throws(DatabaseError) {
        var connection: OpaquePointer?
        let access = mayWrite ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
        let code = sqlite3_open_v2(path, &connection, access | SQLITE_OPEN_FULLMUTEX, nil)
        guard let connection, code == SQLITE_OK else {
            let error = DatabaseError.last(of: connection, code)
            // There is one even where it could not be opened.
            sqlite3_close_v2(connection)
            throw error
        }
        address = UInt(bitPattern: connection)
        sqlite3_busy_timeout(connection, Int32(patience * 1_000))
        try execute(sql: "PRAGMA foreign_keys = ON")
        // Now: when it is needed, there may be no memory for it.
        _ = try cachedStatement(sql: Database.rollback)
    }

    deinit {
        // A statement that is still in use keeps it open.
        prepared.withLock { $0 = [:] }
        sqlite3_close_v2(connection)
    }

    private static let rollback = "ROLLBACK"

    private var connection: OpaquePointer? { OpaquePointer(bitPattern: address) }

    // MARK: - Statements

    /// Runs one statement, or without `arguments` several.
    package func execute(
        sql: String, arguments: [(any StoredValue)?] = []
    ) throws(DatabaseError) {
        let failure = sql.withCString { start -> DatabaseError? in
            do throws(DatabaseError) {
                var rest: UnsafePointer<CChar>? = start
                while let next = rest, next.pointee != 0,
                    let statement = try Statement.prepare(next, on: connection, rest: &rest)
                {
                    try statement.execute(arguments)
                }
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// A statement that is prepared once, and kept for the next time.
    package func cachedStatement(sql: String) throws(DatabaseError) -> Statement {
        if let statement = prepared.withLock({ $0[sql] }) { return statement }
        let statement = try prepare(sql)
        prepared.withLock { $0[sql] = statement }
        return statement
    }

    private func prepare(_ sql: String) throws(DatabaseError) -> Statement {
        let result = sql.withCString { start -> Result<Statement?, DatabaseError> in
            var rest: UnsafePointer<CChar>?
            do throws(DatabaseError) {
                return .success(try Statement.prepare(start, on: connection, rest: &rest))
            } catch {
                return .failure(error)
            }
        }
        guard let statement = try result.get() else {
            throw DatabaseError(SQLITE_MISUSE, "there is no statement in “\(sql)”")
        }
        return statement
    }

    // MARK: - Rows

    /// All rows.
    package func rows(
        sql: String, arguments: [(any StoredValue)?] = []
    ) throws(DatabaseError) -> [Row] {
        let cursor = try cursor(sql: sql, arguments: arguments)
        var rows: [Row] = []
        while let row = try cursor.next() { rows.append(row) }
        return rows
    }

    /// The first row; nil where there is none.
    package func row(
        sql: String, arguments: [(any StoredValue)?] = []
    ) throws(DatabaseError) -> Row? {
        try cursor(sql: sql, arguments: arguments).next()
    }

    /// The rows one by one, where there may be many.
    package func cursor(
        sql: String, arguments: [(any StoredValue)?] = []
    ) throws(DatabaseError) -> RowCursor {
        try RowCursor(try prepare(sql), arguments)
    }

    /// The first column of the first row; nil where there is no row, or nothing that fits in it.
    package func first<Value: StoredValue>(
        _ type: Value.Type, sql: String, arguments: [(any StoredValue)?] = []
    ) throws(DatabaseError) -> Value? {
        try prepare(sql).first(type, arguments)
    }

    /// The first column of each row; what does not fit is left out.
    package func all<Value: StoredValue>(
        _ type: Value.Type, sql: String, arguments: [(any StoredValue)?] = []
    ) throws(DatabaseError) -> [Value] {
        try rows(sql: sql, arguments: arguments).compactMap { $0[0] }
    }

    // MARK: - Tables

    package func hasTable(_ name: String) throws(DatabaseError) -> Bool {
        try first(
            Bool.self,
            sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?)",
            arguments: [name]) ?? false
    }

    /// The names of a table's columns; none where it is not there.
    package func columns(of table: String) throws(DatabaseError) -> [String] {
        try all(String.self, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
    }

    // MARK: - What came of the last statement

    /// The rows that it changed.
    package var changesCount: Int { Int(sqlite3_changes(connection)) }

    /// The number of the row that was added last.
    package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(connection) }

    // MARK: - Transactions

    /// Does all that `body` does, or nothing. The right to write is taken at once, so that nothing read
    /// before the first write can be outdated.
    package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try transaction(begun: "BEGIN IMMEDIATE", body)
    }

    /// `body` sees one state of the database, whatever others write meanwhile, and cannot write.
    func reading<Result>(_ body: () throws -> Result) throws -> Result {
        try cachedStatement(sql: "PRAGMA query_only = 1").execute()
        // Where this cannot be taken back, nobody can write: the caller has to know.
        let result = Swift.Result { try transaction(begun: "BEGIN DEFERRED", body) }
        try cachedStatement(sql: "PRAGMA query_only = 0").execute()
        return try result.get()
    }

    private func transaction<Result>(
        begun begin: String, _ body: () throws -> Result
    ) throws -> Result {
        // Left open where a rollback failed.
        if isInTransaction { try cachedStatement(sql: Database.rollback).execute() }
        try cachedStatement(sql: begin).execute()
        do {
            let result = try body()
            try cachedStatement(sql: "COMMIT").execute()
            return result
        } catch {
            // After some failures SQLite has ended the transaction by itself. What the rollback says is
            // not what went wrong.
            if isInTransaction { try? cachedStatement(sql: Database.rollback).execute() }
            throw error
        }
    }

    private var isInTransaction: Bool { sqlite3_get_autocommit(connection) == 0 }
}
