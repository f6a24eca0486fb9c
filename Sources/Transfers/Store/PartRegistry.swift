package import Disk
package import Files
import SQLite
import Glibc
package import Jobs
import Synchronization
import Words

/// What the store knows of unfinished files: whose they are, where, and for what. Its word decides
/// who goes on with one and who throws it away. Every call is one transaction, but for `log`; used from
/// any thread.
package final class PartRegistry: Sendable {
    /// Numbers that one run of an owner may use before the next one's begin.
    static let numbersPerRun: UInt64 = 1_000_000_000

    /// One who writes parts, as `begin` gives it.
    struct Ownership: Sendable {
        var id: Int64
        var token: String
        /// Counts the times that the owner began; another that began since has taken over.
        var run: Int64
        /// The first number of this run.
        var firstNumber: UInt64
        /// Directories where an earlier run may have left parts that have no row.
        var directories: [Directory]
        var parts: [StoredPart]
        var lists: [PartList]
        /// Nil where the store is told of everything.
        var log: StageLog?
    }

    /// A directory in which parts may lie.
    package struct Directory: Hashable, Sendable {
        package var site: Site
        package var path: Path
        package var root: Path?

        package init(site: Site, path: Path, root: Path? = nil) {
            self.site = site
            self.path = path
            self.root = root
        }

        /// Where a part's file is to be.
        init(of part: StoredPart) {
            self.init(site: part.site, path: part.part.file.parent, root: part.root)
        }
    }

    let store: Store
    let locks: KeyLocks
    /// Nil where the store has no file, or one that another machine keeps.
    let logs: StageLogs?
    private let localRights: LocalRights
    /// Held while the store is written to.
    private let writing = Mutex<Void>(())
    /// Set with `writing`.
    let isAbandoned = Atomic(false)

    /// Over the store's own tables, with the locks of a file beside it. Where that cannot be made,
    /// this process's own locks have to do.
    package init(_ store: Store) {
        self.store = store
        locks = store.path.flatMap { try? PartRegistry.locks(ofStore: $0) } ?? KeyLocks()
        localRights = LocalRights(locks)
        logs = store.path.flatMap { StageLogs(ofStore: $0) }
    }

    // MARK: - Who writes what

    /// Where all who write files lock them; the directory of the store is made where it is missing.
    package static func locks(ofStore path: String) throws(DiskError) -> KeyLocks {
        StoreFile(path).makePrivateDirectory()
        return try KeyLocks(at: Path(path + ".locks"))
    }

    /// What stands there for who writes parts with that word in their names.
    package static func key(ofOwner token: String) -> LockKey { key(token) }

    /// What stands there for a file of this machine, by the bytes of its path.
    static func key(ofLocal file: Path) -> LockKey { key(file, .local) }

    /// Takes the right to write `file`; false where another process, or another job here, has it.
    func lock(_ file: Path, on site: Site) throws(FileSystemError) -> Bool {
        do throws(DiskError) {
            guard site != .local else { return try localRights.take(file) }
            return try locks.take(PartRegistry.key(file, site))
        } catch {
            throw FileSystemError(
                .other, path: file,
                detail: tr(
                    "\(file.text) could not be locked (\(error.words)); check the disk with "
                        + "Ferry's state."))
        }
    }

    func unlock(_ file: Path, on site: Site) {
        guard site != .local else { return localRights.release(file) }
        locks.release(PartRegistry.key(file, site))
    }

    private static func key(_ file: Path, _ site: Site) -> LockKey {
        var key = site == .local ? localKey : key(of: site)
        if file.isRoot { key.add(file.bytes) }
        for name in file.components {
            key.add(0x2F)
            key.add(name.bytes)
        }
        return key
    }

    private static func key(of site: Site) -> LockKey {
        let place =
            "\(site.scheme.account.rawValue)\0\(site.comparedHost)\0\(site.port)\0\(site.user ?? "")\0"
        return LockKey("file\0\(place)")
    }

    /// Most files are written here.
    private static let localKey = key(of: .local)

    static func key(_ token: String) -> LockKey { LockKey("owner\0\(token)") }

    /// Lets go of all rights.
    func leave() {
        locks.letGo()
    }

    /// Lets go of all rights and notes nothing more, as the end of the process does.
    func abandon() {
        writing.withLock { _ in isAbandoned.store(true, ordering: .releasing) }
        locks.letGo()
    }

    func transaction<Value: Sendable>(
        _ failure: String, isDurable: Bool = true, _ body: (Database) throws -> Value
    ) throws(StoreError) -> Value {
        try writing.withLock { _ throws(StoreError) in
            guard !isAbandoned.load(ordering: .acquiring) else {
                throw StoreError(tr("\(failure), because the queue has ended."))
            }
            return try store.transaction(failure, isDurable: isDurable, body)
        }
    }

    // MARK: - Owners

    /// Begins to write for a batch of the queue, going on with what an earlier run of it left; or
    /// for a command of its own, where `batch` is nil.
    func begin(_ batch: BatchID?) throws(StoreError) -> Ownership {
        var (ownership, records) = try transaction(tr("Partial files could not be recorded")) {
            database in
            let sites = try SiteRow.all(in: database)
            if let batch,
                let row = try database.row(
                    sql: """
                        UPDATE part_owner SET runs = runs + 1, process = ?, host = ?
                        WHERE batch = ? RETURNING id, token, runs
                        """,
                    arguments: [Int64(getpid()), ProcessIdentity.thisHost, batch.rawValue])
            {
                let (id, token): (Int64, String) = (try row.needed("id"), try row.needed("token"))
                let run = max(0, row["runs"] as Int64? ?? 0)
                let records = self.logs?.records(of: token) ?? []
                let ownership = Ownership(
                    id: id, token: token, run: run,
                    firstNumber: UInt64(run) &* PartRegistry.numbersPerRun &+ 1,
                    directories: try PartRegistry.directories(of: id, sites, in: database),
                    parts: try PartRegistry.parts(of: id, sites, in: database),
                    lists: try PartRegistry.inheritLists(
                        of: id, token, records, sites, in: database))
                return (ownership, records)
            }
            let token = PartID.newToken()
            // Nobody may see the owner without its lock: it would be taken for one who is dead.
            _ = try? self.locks.take(PartRegistry.key(token))
            try database.execute(
                sql: """
                    INSERT INTO part_owner (token, batch, runs, began, process, host)
                    VALUES (?, ?, 0, ?, ?, ?)
                    """,
                arguments: [
                    token, batch?.rawValue, Int64(time(nil)), Int64(getpid()),
                    ProcessIdentity.thisHost,
                ])
            let ownership = Ownership(
                id: database.lastInsertedRowID, token: token, run: 0, firstNumber: 1,
                directories: [], parts: [], lists: [])
            return (ownership, [])
        }
        // Its holder lives as long as this lock does.
        _ = try? locks.take(PartRegistry.key(ownership.token))
        // The store knows what they say. Of a step that a former run takes just now only the file tells.
        logs?.remove(records.map(\.first))
        // Of owners that are no more. Where the store does not answer, the next one removes them.
        try? logs?.removeUnknown { () throws(StoreError) in
            try store.reading(tr("Partial files could not be looked up")) { database in
                try database.all(String.self, sql: "SELECT token FROM part_owner")
            }
        }
        ownership.log = logs?.log(
            from: PartID(token: ownership.token, number: ownership.firstNumber))
        return ownership
    }

    /// Lets go of an owner that has nothing left; one that has stays known, and so does one that
    /// has begun again meanwhile.
    func end(_ ownership: Ownership) throws(StoreError) {
        let (isCurrent, isForgotten) = try transaction(
            tr("Partial files could not be recorded")
        ) { database in
            let run = try database.first(
                Int64.self, sql: "SELECT runs FROM part_owner WHERE id = ?",
                arguments: [ownership.id])
            guard run == ownership.run else { return (false, false) }
            let part = try database.row(
                sql: "SELECT 1 FROM part WHERE owner = ? AND stage <> ?",
                arguments: [ownership.id, Int(PartStage.done.rawValue)])
            if part == nil { try PartRegistry.forget(ownership.id, in: database) }
            return (true, part == nil)
        }
        if isForgotten { logs?.remove(of: ownership.token) }
        if isCurrent { locks.release(PartRegistry.key(ownership.token)) }
    }

    static func forget(_ owner: Int64, in database: Database) throws {
        for table in ["part", "part_directory", "part_list"] {
            try database.execute(sql: "DELETE FROM \(table) WHERE owner = ?", arguments: [owner])
        }
        try database.execute(sql: "DELETE FROM part_owner WHERE id = ?", arguments: [owner])
    }

    // MARK: - Parts

    func note(
        _ part: StoredPart, of owner: Int64, isDurable: Bool = true
    ) throws(StoreError) {
        try transaction(tr("A partial file could not be recorded"), isDurable: isDurable) {
            database in
            try part.save(database, owner: owner)
        }
    }

    func forget(_ parts: [PartID]) throws(StoreError) {
        guard !parts.isEmpty else { return }
        try transaction(tr("Partial files could not be recorded")) { database in
            try PartRegistry.forget(parts, in: database)
        }
    }

    static func forget(_ parts: [PartID], in database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "DELETE FROM part WHERE token = ? AND number = ?")
        for id in parts {
            try statement.execute([id.token, Int64(clamping: id.number)])
        }
    }

    /// Whether parts with that word in their name are some Ferry's own.
    func knows(_ token: String) throws(StoreError) -> Bool {
        try store.reading(tr("Partial files could not be looked up")) { database in
            try database.row(
                sql: """
                    SELECT 1 FROM part_owner WHERE token = ?
                    UNION SELECT 1 FROM part WHERE token = ?
                    """, arguments: [token, token]) != nil
        }
    }

    /// The batches of the queue that have an owner.
    static func batches(in database: Database) throws -> Set<BatchID> {
        Set(
            try database.all(
                Int64.self, sql: "SELECT batch FROM part_owner WHERE batch IS NOT NULL"
            ).map { BatchID(rawValue: $0) })
    }

    static func directories(
        of owner: Int64, _ sites: [Int64: Site], in database: Database
    ) throws -> [Directory] {
        try database.rows(
            sql: "SELECT * FROM part_directory WHERE owner = ?", arguments: [owner]
        ).compactMap { row in
            guard let site = sites[row["site"] as Int64? ?? -1], let path = row["path"] as [UInt8]?
            else { return nil }
            return Directory(
                site: site, path: Path(path), root: (row["root"] as [UInt8]?).map { Path($0) })
        }
    }

    static func parts(
        of owner: Int64, _ sites: [Int64: Site], in database: Database
    ) throws -> [StoredPart] {
        try database.rows(sql: "SELECT * FROM part WHERE owner = ?", arguments: [owner])
            .compactMap { StoredPart($0, sites: sites) }
    }

    // MARK: - For the user

    /// One owner and what it may have left.
    package struct Listing: Sendable {
        package var token: String
        /// Of the queue; nil for a command.
        package var batch: BatchID?
        package var process: Int
        package var host: String
        /// Whether its process still works.
        package var isAlive: Bool
        /// Whether a job of the queue still wants what it left.
        package var isWanted: Bool
        package var parts: [StoredPart]
        package var directories: [Directory]
        let id: Int64
    }

    package func list() throws(StoreError) -> [Listing] {
        try store.reading(tr("Partial files could not be listed")) { database in
            let sites = try SiteRow.all(in: database)
            return try database.rows(
                sql: """
                    SELECT *, batch IN (SELECT batch FROM job) AS wanted FROM part_owner ORDER BY id
                    """
            ).compactMap { row -> Listing? in
                guard let id: Int64 = row["id"], let token: String = row["token"] else {
                    return nil
                }
                return Listing(
                    token: token, batch: (row["batch"] as Int64?).map { BatchID(rawValue: $0) },
                    process: row["process"] as Int? ?? 0, host: row["host"] as String? ?? "",
                    isAlive: self.locks.isTaken(PartRegistry.key(token)),
                    isWanted: row["wanted"] as Bool? ?? false,
                    parts: try PartRegistry.parts(of: id, sites, in: database).filter {
                        $0.stage != .done
                    },
                    directories: try PartRegistry.directories(of: id, sites, in: database), id: id)
            }
        }
    }

    /// Forgets an owner all of whose parts are gone.
    package func forget(_ listing: Listing) throws(StoreError) {
        try transaction(tr("Partial files could not be recorded")) { database in
            try PartRegistry.forget(listing.id, in: database)
        }
        logs?.remove(of: listing.token)
    }
}
