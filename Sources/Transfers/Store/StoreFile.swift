import SQLite
import Glibc
import Synchronization
import Words

/// How SQLite's file is opened, and how it keeps what is written: by its write-ahead log, which
/// needs memory that all processes share, or on network file systems, which have none, by a
/// rollback journal (sqlite.org/wal.html, "Disadvantages").
struct StoreFile {
    let path: String
    /// Whether the write-ahead log may be used, if it works.
    let mayShareMemory: Bool

    /// Held while a file is made: another thread could open it and lock it before it is closed here.
    private static let making = Mutex(())

    /// Looks at the file system that holds `path`.
    init(_ path: String) {
        self.init(path, mayShareMemory: !RemoteFileSystem.holds(path))
    }

    init(_ path: String, mayShareMemory: Bool) {
        self.path = path
        self.mayShareMemory = mayShareMemory
    }

    /// Opens the file, with its tables made and checked.
    func connect() throws(StoreError) -> SharedDatabase {
        makePrivateDirectory()
        do {
            try StoreFile.making.withLock { _ throws(StoreError) in try make() }
            let database = try journaled()
            try database.use { connection in
                try connection.execute(sql: "PRAGMA synchronous = FULL")
                try connection.transaction {
                    try StoreSchema.prepare(connection)
                    try QueueTables.prepare(connection)
                }
                guard try connection.first(String.self, sql: "PRAGMA quick_check(1)") == "ok" else {
                    throw DatabaseError(.corrupt, tr("its check failed"))
                }
            }
            return database
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(tr("\(path) cannot be used (\(Store.words(error)))."))
        }
    }

    /// Makes the file, so that it is never readable for others, not even for a moment. One that is there
    /// is not opened: closing it again would end all locks that SQLite has on it in this process, and
    /// whoever looks at the queue meanwhile would delete the log (sqlite.org/howtocorrupt.html, 2.2).
    private func make() throws(StoreError) {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            Glibc.close(descriptor)
            return
        }
        guard errno == EEXIST, access(path, R_OK | W_OK) == 0 || makeBehindLink() else {
            throw StoreError(tr("\(path) could not be opened (\(systemReason(errno)))."))
        }
        chmod(path, 0o600)
    }

    /// Where a link leads to a file that is not there yet.
    private func makeBehindLink() -> Bool {
        guard errno == ENOENT else { return false }
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if descriptor >= 0 { Glibc.close(descriptor) }
        return descriptor >= 0
    }

    private func open() throws -> SharedDatabase {
        try SharedDatabase(path: path, patience: Store.busyTimeout)
    }

    /// A connection that cannot write.
    static func openForReading(_ path: String) throws -> SharedDatabase {
        try SharedDatabase(path: path, mayWrite: false, patience: Store.busyTimeout)
    }

    /// Whether it has a write-ahead log.
    static func isLogged(_ database: SharedDatabase) -> Bool {
        let mode = try? database.read { try $0.first(String.self, sql: "PRAGMA journal_mode") }
        return mode == "wal"
    }

    private func journaled() throws -> SharedDatabase {
        if mayShareMemory, let database = try withLog() { return database }
        let database = try open()
        do {
            try setRollback(database)
            return database
        } catch let error as DatabaseError where StoreFile.lacksMemory(error) {
            // A log that an earlier run left can be read by one who is alone with the file.
            let alone = try open()
            try alone.use { connection in
                try connection.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            }
            try setRollback(alone)
            alone.close()
            return try open()
        }
    }

    /// Nil where the write-ahead log does not work.
    private func withLog() throws -> SharedDatabase? {
        let database = try open()
        do {
            let mode = try database.use { connection in
                let mode = try connection.first(String.self, sql: "PRAGMA journal_mode = WAL")
                _ = try connection.first(Int.self, sql: "SELECT count(*) FROM sqlite_master")
                return mode
            }
            return mode == "wal" ? database : nil
        } catch let error as DatabaseError where StoreFile.lacksMemory(error) {
            return nil
        }
    }

    private func setRollback(_ database: SharedDatabase) throws {
        try database.use { connection in
            try connection.execute(sql: "PRAGMA journal_mode = TRUNCATE")
            _ = try connection.first(Int.self, sql: "SELECT count(*) FROM sqlite_master")
        }
    }

    private static func lacksMemory(_ error: DatabaseError) -> Bool {
        [.inputOutput, .cannotOpen, .locking].contains(error.kind)
    }

    func makePrivateDirectory() {
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/", omittingEmptySubsequences: true).dropLast() {
            made += "/" + part
            mkdir(made, 0o700)
        }
    }

    /// Whether the file is there and can be read, but is no sound database.
    var isDamaged: Bool {
        do {
            let database = try open()
            let answer = try database.use { connection in
                try connection.first(String.self, sql: "PRAGMA quick_check(1)")
            }
            let tables = try database.read { connection in
                try StoreSchema.isOurs(connection)
            }
            return answer != "ok" || !tables
        } catch let error as DatabaseError {
            return [.corrupt, .noDatabase].contains(error.kind)
        } catch {
            return false
        }
    }
}
