import SQLite
import Glibc
import Jobs
import Words

/// Keeps the jobs over a restart, a crash and a `kill -9`: an SQLite file that several processes
/// may use at once. One of them works on the jobs; when it is gone, another does. Holds no
/// password.
package final class Store: Sendable {
    /// How long a writer waits for another process's transaction, in seconds.
    static let busyTimeout = 5.0

    let database: SharedDatabase
    let owner: ProcessIdentity
    /// Nil in memory.
    package let path: String?
    /// Whether others may read while one writes, and write while one reads.
    private let isLogged: Bool
    /// One sentence for the user where the file could not be used as it was; nil where all is well.
    package let notice: String?

    private init(
        database: SharedDatabase, owner: ProcessIdentity, path: String?, notice: String?
    ) {
        self.database = database
        self.owner = owner
        self.path = path
        self.notice = notice
        isLogged = path != nil && StoreFile.isLogged(database)
    }

    /// Opens the store at `path`, making its directory; nil keeps it in memory. A file that is
    /// damaged is moved aside and begun anew, one that cannot be opened is replaced by memory, and
    /// `notice` says so. Throws only where SQLite itself fails.
    package static func open(at path: String?) throws(StoreError) -> Store {
        try open(at: path, owner: .current)
    }

    static func open(
        at path: String?, owner: ProcessIdentity
    ) throws(StoreError) -> Store {
        guard let path else { return try inMemory(owner: owner) }
        return try open(StoreFile(path), owner: owner)
    }

    static func open(_ file: StoreFile, owner: ProcessIdentity) throws(StoreError) -> Store {
        do throws(StoreError) {
            return try openFile(file, owner: owner)
        } catch {
            return try inMemory(
                owner: owner,
                notice: tr(
                    "The queue is in memory only. \(error) Repair \(file.path), then start "
                        + "Ferry again."))
        }
    }

    /// Opens the store at `path` for one who must not lose what it adds: throws where it would be
    /// kept in memory.
    package static func openLasting(at path: String) throws(StoreError) -> Store {
        try openFile(StoreFile(path), owner: .current)
    }

    private static func openFile(
        _ file: StoreFile, owner: ProcessIdentity
    ) throws(StoreError) -> Store {
        do throws(StoreError) {
            let database = try file.connect()
            // What cannot be locked cannot be shared; whether it is just now does not matter here.
            _ = try WorkerLock.take(beside: file.path)
            return Store(database: database, owner: owner, path: file.path, notice: nil)
        } catch {
            // One that another process works on is that one's to judge.
            let right = try? WorkerLock.take(beside: file.path)
            guard file.isDamaged, right != nil else { throw error }
            return try beginAnew(file, owner: owner, because: error)
        }
    }

    private static func beginAnew(
        _ file: StoreFile, owner: ProcessIdentity, because reason: StoreError
    ) throws(StoreError) -> Store {
        let aside = "\(file.path).damaged-\(time(nil))"
        for suffix in ["", "-wal", "-shm", "-journal", ".stages"] {
            Glibc.rename(file.path + suffix, aside + suffix)
        }
        return Store(
            database: try file.connect(), owner: owner, path: file.path,
            notice: tr(
                "The queue's file was damaged and is now \(aside); Ferry started a new one. "
                    + "\(reason)"))
    }

    private static func inMemory(
        owner: ProcessIdentity, notice: String? = nil
    ) throws(StoreError) -> Store {
        do {
            let database = try SharedDatabase()
            try database.write { connection in
                try StoreSchema.prepare(connection)
                try QueueTables.prepare(connection)
            }
            return Store(database: database, owner: owner, path: nil, notice: notice)
        } catch {
            throw StoreError(
                tr("SQLite could not create a database in memory (\(Store.words(error)))."))
        }
    }

    /// The right to work on the queue, until it is let go of; nil while another process has it.
    /// Of a queue in memory there is no other, and no lock.
    func takeWork() throws(StoreError) -> WorkRight? {
        guard let path else { return .own }
        return try WorkerLock.take(beside: path).map { .locked($0) }
    }

    /// Reads what may take long, over a connection of its own where that holds nobody who writes.
    func readingAside<Value: Sendable>(
        _ failure: String, _ body: (Database) throws -> Value
    ) throws(StoreError) -> Value {
        // Without a log, readers and writers wait for each other anyway.
        guard let path, isLogged else { return try reading(failure, body) }
        do {
            return try StoreFile.openForReading(path).read(body)
        } catch {
            throw StoreError(
                tr("\(failure) (\(Store.words(error))).", meaning: "what failed, and why"))
        }
    }

    /// SQLite's words for an error, without its own decoration.
    static func words(_ error: any Error) -> String {
        if let error = error as? DatabaseError {
            return error.message
        }
        return "\(error)"
    }
}
