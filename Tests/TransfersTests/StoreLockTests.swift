import Glibc
import Support
import Testing

@testable import Transfers

@Suite("Locks of the store's file")
struct StoreLockTests {
    /// fcntl(2): what lock of anybody's would be in the way, this process's own among them.
    private static let ask: CInt = 36
    /// Where SQLite has its shared lock (sqlite.org, "File Locking And Concurrency", 5.0).
    private static let shared: (start: off_t, count: off_t) = (0x4000_0002, 510)

    /// Whether somebody has the file open for SQLite. Looking ends this process's locks.
    private func isLocked(_ path: String) throws -> Bool {
        let file = open(path, O_RDWR)
        try #require(file >= 0)
        defer { close(file) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        (lock.l_start, lock.l_len) = StoreLockTests.shared
        try #require(fcntl(file, StoreLockTests.ask, &lock) == 0)
        return lock.l_type != Int16(F_UNLCK)
    }

    /// Whoever closes the file last deletes its log: nobody may be taken for that while others have it.
    @Test("Whoever opens it once more in the same process takes no lock from the first")
    func twice() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("s")
        let first = try Store.open(at: path)
        let second = try Store.openLasting(at: path)
        #expect(try isLocked(path))
        // Else it would be gone by now.
        withExtendedLifetime((first, second)) {}
    }

    @Test("It is its owner's alone, also where it was not; where it cannot be opened, that is said")
    func owner() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("s")
        var status = stat()
        _ = try Store.open(at: path)
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        chmod(path, 0o644)
        _ = try Store.open(at: path)
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        try folder.makeFolder("d")
        let error = #expect(throws: StoreError.self) {
            try Store.openLasting(at: folder.path("d"))
        }
        #expect(error.map { "\($0)" }?.contains("\(folder.path("d")) ") == true)
    }
}
