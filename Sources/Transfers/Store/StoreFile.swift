import CLinux
import GRDB
import Glibc

/// How SQLite's file is opened, and how it keeps what is written: by its write-ahead log, which
/// needs memory that all processes share, or on network file systems, which have none, by a
/// rollback journal (sqlite.org/wal.html, "Disadvantages").
struct StoreFile {
    let path: String
    /// Whether the write-ahead log may be used, if it works.
    let mayShareMemory: Bool

    /// Looks at the file system that holds `path`.
    init(_ path: String) {
        self.init(path, mayShareMemory: !StoreFile.isRemote(path))
    }

    init(_ path: String, mayShareMemory: Bool) {
        self.path = path
        self.mayShareMemory = mayShareMemory
    }

    /// statfs(2)'s types of file systems that are another machine's, or a program's.
    private static let remoteTypes: Set<UInt32> = [
        0x6969,  // NFS
        0x517B, 0xFE53_4D42, 0xFF53_4D42,  // SMB, old and new
        0x6573_5546,  // FUSE
        0x0102_1997,  // 9P
        0x00C3_6400,  // Ceph
        0x5346_414F, 0x6B41_4653,  // AFS
        0x7375_7245,  // Coda
        0x0BD0_0BD0,  // Lustre
        0x786F_4256,  // VirtualBox's shared folders
        0xBACB_ACBC,  // VMware's
    ]

    private static func isRemote(_ path: String) -> Bool {
        var type: UInt32 = 0
        var path = path
        // The file, and the directories above it, need not be there yet.
        while ferry_file_system_type(path, &type) != 0 {
            guard errno == ENOENT, path != "/", let slash = path.lastIndex(of: "/") else {
                return false
            }
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
        return remoteTypes.contains(type)
    }

    /// Opens the file, with its tables made and checked.
    func connect() throws(StoreError) -> DatabaseQueue {
        makePrivateDirectory()
        do {
            try make()
            let database = try journaled()
            try database.writeWithoutTransaction { connection in
                try connection.execute(sql: "PRAGMA synchronous = FULL")
                try connection.inTransaction(.immediate) {
                    try StoreSchema.prepare(connection)
                    try QueueTables.prepare(connection)
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
            throw StoreError("\(path) cannot be used (\(Store.words(error))).")
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
        guard errno == EEXIST, access(path, R_OK | W_OK) == 0 else {
            throw StoreError(
                "\(path) could not be opened (\(String(cString: strerror(errno)))).")
        }
        chmod(path, 0o600)
    }

    private func open() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(Store.busyTimeout)
        configuration.label = "ferry.store"
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// A connection that cannot write.
    static func openForReading(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(Store.busyTimeout)
        configuration.label = "ferry.store.reading"
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Whether it has a write-ahead log.
    static func isLogged(_ database: DatabaseQueue) -> Bool {
        let mode = try? database.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
        return mode == "wal"
    }

    private func journaled() throws -> DatabaseQueue {
        if mayShareMemory, let database = try withLog() { return database }
        let database = try open()
        do {
            try setRollback(database)
            return database
        } catch let error as DatabaseError where StoreFile.lacksMemory(error) {
            // A log that an earlier run left can be read by one who is alone with the file.
            let alone = try open()
            try alone.writeWithoutTransaction { connection in
                try connection.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            }
            try setRollback(alone)
            try alone.close()
            return try open()
        }
    }

    /// Nil where the write-ahead log does not work.
    private func withLog() throws -> DatabaseQueue? {
        let database = try open()
        do {
            let mode = try database.writeWithoutTransaction { connection in
                let mode = try String.fetchOne(connection, sql: "PRAGMA journal_mode = WAL")
                _ = try Int.fetchOne(connection, sql: "SELECT count(*) FROM sqlite_master")
                return mode
            }
            return mode == "wal" ? database : nil
        } catch let error as DatabaseError where StoreFile.lacksMemory(error) {
            return nil
        }
    }

    private func setRollback(_ database: DatabaseQueue) throws {
        try database.writeWithoutTransaction { connection in
            try connection.execute(sql: "PRAGMA journal_mode = TRUNCATE")
            _ = try Int.fetchOne(connection, sql: "SELECT count(*) FROM sqlite_master")
        }
    }

    private static func lacksMemory(_ error: DatabaseError) -> Bool {
        [.SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_PROTOCOL].contains(error.resultCode)
    }

    private func makePrivateDirectory() {
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
}
