import CSQLite
import Synchronization

/// A database that any thread may use; each has its turn.
package final class SharedDatabase: Sendable {
    /// Nil once it is closed.
    private let database: Mutex<Database?>

    /// Opens the file at `path`; one that may be written to is made where it is missing. `patience`: seconds
    /// that another process's transaction is waited for.
    package init(path: String, mayWrite: Bool = true, patience: Double) throws(DatabaseError) {
        database = Mutex(try Database(path, mayWrite: mayWrite, patience: patience))
    }

    /// An empty one in memory.
    package init() throws(DatabaseError) {
        database = Mutex(try Database(":memory:", mayWrite: true, patience: 0))
    }

    /// Each statement is a transaction of its own. `body` must not use this database in another way.
    package func use<Result: Sendable>(_ body: (Database) throws -> Result) throws -> Result {
        try database.withLock { database in
            guard let database else {
                throw DatabaseError(SQLITE_MISUSE, "the database is closed")
            }
            return try body(database)
        }
    }

    /// Writes all that `body` writes, or nothing.
    package func write<Result: Sendable>(_ body: (Database) throws -> Result) throws -> Result {
        try use { database in try database.transaction { try body(database) } }
    }

    /// `body` sees one state of the database, whatever others write meanwhile, and cannot write.
    package func read<Result: Sendable>(_ body: (Database) throws -> Result) throws -> Result {
        try use { database in try database.reading { try body(database) } }
    }

    /// Lets go of the file; what is asked for later fails.
    package func close() {
        database.withLock { $0 = nil }
    }
}
