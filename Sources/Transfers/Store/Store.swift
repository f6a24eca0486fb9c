import GRDB
import Glibc
import Jobs

/// Keeps the jobs over a restart, a crash and a `kill -9`: an SQLite file that several processes
/// may use at once. Each job belongs to the process that works on it; those of a process that
/// is gone are taken over by the next. Holds no password.
package final class Store: Sendable {
    /// How long a writer waits for another process's transaction, in seconds.
    static let busyTimeout = 5.0

    let database: DatabaseQueue
    let owner: ProcessIdentity
    /// One sentence for the user where the file could not be used as it was; nil where all is well.
    package let notice: String?
    /// Why the file could not be used at all, so that memory stands in for it.
    private let fault: StoreError?

    private init(
        database: DatabaseQueue, owner: ProcessIdentity, notice: String?, fault: StoreError? = nil
    ) {
        self.database = database
        self.owner = owner
        self.notice = notice
        self.fault = fault
    }

    /// Opens the store at `path`, making its directory; nil keeps it in memory. A file that is
    /// damaged is moved aside and begun anew, one that cannot be opened is replaced by memory, and
    /// `notice` says so. Throws only where SQLite itself fails.
    package static func open(at path: String?) throws(StoreError) -> Store {
        try open(at: path, owner: .current)
    }

    /// Opens the store at `path` for one who must not lose what it adds: throws where it would be
    /// kept in memory.
    package static func openLasting(at path: String) throws(StoreError) -> Store {
        let store = try open(at: path)
        if let fault = store.fault { throw fault }
        return store
    }

    static func open(
        at path: String?, owner: ProcessIdentity
    ) throws(StoreError) -> Store {
        guard let path else { return try inMemory(owner: owner) }
        do throws(StoreError) {
            return Store(database: try connect(path), owner: owner, notice: nil)
        } catch {
            guard isDamaged(path) else {
                return try inMemory(
                    owner: owner,
                    notice: "The queue is kept in memory only, because \(error) — see to \(path), "
                        + "then start Ferry again.", fault: error)
            }
            return try beginAnew(path, owner: owner, because: error)
        }
    }

    private static func beginAnew(
        _ path: String, owner: ProcessIdentity, because reason: StoreError
    ) throws(StoreError) -> Store {
        let aside = "\(path).damaged-\(time(nil))"
        for suffix in ["", "-wal", "-shm"] { Glibc.rename(path + suffix, aside + suffix) }
        do throws(StoreError) {
            return Store(
                database: try connect(path), owner: owner,
                notice: "The queue's file was damaged (\(reason)) and was moved to \(aside); "
                    + "a new one was begun.")
        } catch {
            return try inMemory(
                owner: owner, notice: "The queue is kept in memory only, because \(error).",
                fault: error)
        }
    }

    private static func inMemory(
        owner: ProcessIdentity, notice: String? = nil, fault: StoreError? = nil
    ) throws(StoreError) -> Store {
        do {
            let database = try DatabaseQueue()
            try database.write(StoreSchema.prepare)
            return Store(database: database, owner: owner, notice: notice, fault: fault)
        } catch {
            throw StoreError("SQLite cannot make a database in memory: \(Store.words(error))")
        }
    }

    private static func connect(_ path: String) throws(StoreError) -> DatabaseQueue {
        makePrivateDirectory(for: path)
        var configuration = Configuration()
        configuration.busyMode = .timeout(busyTimeout)
        configuration.label = "ferry.store"
        do {
            // Made here, so that it is never readable for others, not even for a moment.
            let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                throw StoreError("\(path) cannot be opened: \(String(cString: strerror(errno)))")
            }
            fchmod(descriptor, 0o600)
            Glibc.close(descriptor)
            let database = try DatabaseQueue(path: path, configuration: configuration)
            try database.writeWithoutTransaction { connection in
                try connection.execute(sql: "PRAGMA journal_mode = WAL")
                try connection.execute(sql: "PRAGMA synchronous = FULL")
                try connection.inTransaction(.immediate) {
                    try StoreSchema.prepare(connection)
                    return .commit
                }
                guard try String.fetchOne(connection, sql: "PRAGMA quick_check(1)") == "ok" else {
                    throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "its check failed")
                }
            }
            return database
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError("\(path) cannot be used: \(words(error))")
        }
    }

    private static func makePrivateDirectory(for path: String) {
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/", omittingEmptySubsequences: true).dropLast() {
            made += "/" + part
            mkdir(made, 0o700)
        }
    }

    /// Whether the file is there and can be read, but is no sound database.
    private static func isDamaged(_ path: String) -> Bool {
        var configuration = Configuration()
        configuration.busyMode = .timeout(busyTimeout)
        configuration.readonly = false
        do {
            let database = try DatabaseQueue(path: path, configuration: configuration)
            let answer = try database.writeWithoutTransaction { connection in
                try String.fetchOne(connection, sql: "PRAGMA quick_check(1)")
            }
            let tables = try database.read { connection in
                try StoreSchema.isOurs(connection)
            }
            return answer != "ok" || !tables
        } catch let error as DatabaseError {
            return [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
        } catch {
            return false
        }
    }

    /// SQLite's words for an error, without its own decoration.
    static func words(_ error: any Error) -> String {
        if let error = error as? DatabaseError {
            return error.message ?? "SQLite error \(error.resultCode.rawValue)"
        }
        return "\(error)"
    }
}
