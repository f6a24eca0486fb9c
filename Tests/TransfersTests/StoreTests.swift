import Files
import Foundation
import SQLite
import Glibc
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("The queue's store")
struct StoreTests {
    private func job(_ number: Int64, _ state: Job.State = .waiting) -> Job {
        var site = Site(scheme: .ftp, host: "host", port: 2_121, user: "u")
        site.charset = "ISO-8859-1"
        site[SiteOption("active", standard: false)] = true
        var job = Job(
            id: JobID(rawValue: number), batch: BatchID(rawValue: 1), operation: .copy,
            kind: .file, source: Location(site: site, path: Path([0x2F, 0xFF, 0xFE])),
            target: Location(site: .local, path: Path("/home/x")), root: Path("/home"),
            state: state, size: 5_000, done: 7,
            modified: Timestamp(seconds: -3, precision: .minute, isZoned: false), mode: 0o640,
            policy: .newerWins)
        job.tries = 2
        job.story = ["one", "two"]
        job.limit = 99
        return job
    }

    private func names(in folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        stat(path, &status)
        return status.st_mode & 0o777
    }

    @Test(
        "A job comes back as it was",
        arguments: [
            Job.State.waiting, .paused, .done, .skipped, .cancelled,
            .needsLogin(
                FileSystemError(
                    .login, path: Path([0x2F, 0xFF, 0xFE]), reply: "530 No", detail: "Who?")),
            .failed(
                FileSystemError(
                    .denied, path: Path([0x2F, 0xFF, 0xFE]), reply: "550 No", detail: "It was.",
                    isTransient: true)),
        ])
    func roundTrip(state: Job.State) throws {
        let store = try Store.open(at: nil)
        let job = job(5, state)
        try store.write([StoredJob(job: job, position: 9, hasPart: true)], removing: [])
        #expect(try store.allJobs() == [job])
    }

    @Test("Those who look on neither wait for a writer nor keep it waiting")
    func readers() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("queue.sqlite")
        let worker = try Store.open(at: path)
        try worker.write([StoredJob(job: job(5), position: 9)], removing: [])
        let reader = try Store.open(at: path)
        let seen = try worker.transaction("it cannot be written") { _ in
            (
                try reader.allJobs().count, try reader.rows().jobs.count,
                try PartRegistry(reader).list().count, try PartRegistry(reader).knows("x")
            )
        }
        #expect(seen == (1, 1, 0, false))
        try reader.reading("it cannot be read") { _ in try worker.setPaused(true) }
        #expect(try reader.rows().isPaused)
    }

    @Test("A job's sites come back with all that is said of them, a proxy above all")
    func wholeSites() throws {
        let store = try Store.open(at: nil)
        var job = job(5)
        job.source.site.proxy = Proxy(kind: .socks5, host: "gate", port: 1_080, user: "me")
        job.source.site[SiteOption<PortRange?>("active_ports")] =
            PortRange(first: 50_000, last: 50_100)
        job.source.site[SiteURL.query] = "token=1"
        var other = self.job(6)
        other.source.site.isDirect = true
        let jobs = [job, other, self.job(7)]
        try store.write(jobs.map { StoredJob(job: $0, position: $0.id.rawValue) }, removing: [])
        #expect(try store.allJobs() == jobs)
    }

    @Test("Sites that were written when each protocol had columns and fields are read as they were")
    func earlierSites() throws {
        let store = try Store.open(at: nil)
        var (columns, whole) = (job(1), job(2))
        columns.source.site[SiteOption<String?>("account")] = "books"
        columns.source.site[TLSOptions.isWanted] = false
        whole.source.site[SiteOption<PortRange?>("active_ports")] = PortRange(first: 5, last: 9)
        whole.source.site[SiteURL.query] = "a=b"
        try store.write(
            [columns, whole].map { StoredJob(job: $0, position: $0.id.rawValue) }, removing: [])
        let json = """
            {"activePorts":{"first":5,"last":9},"charset":"ISO-8859-1","host":"host","isActive":true,\
            "isPlain":false,"port":2121,"query":"a=b","scheme":"ftp","timeout":30,"user":"u"}
            """
        try store.database.write { database in
            let rows = try database.rows(
                sql: "SELECT id, rest FROM site WHERE scheme = 'ftp' ORDER BY id")
            #expect(rows.count == 2)
            let ids = rows.map { $0["id"] as Int64? }
            try database.execute(
                sql: """
                    UPDATE site SET account = 'books', active = 1, plain = 1, rest = ''
                    WHERE id = ?
                    """, arguments: [ids.first ?? nil])
            try database.execute(
                sql: "UPDATE site SET active = 1, rest = ? WHERE id = ?",
                arguments: [json, ids.last ?? nil])
        }
        #expect(try store.allJobs() == [columns, whole])
    }

    @Test("The tables of an earlier version are brought up to date, and their jobs stay")
    func earlierTables() throws {
        let folder = try TemporaryFolder()
        do {
            let store = try Store.open(at: folder.path("s"))
            try store.write([StoredJob(job: job(1), position: 1)], removing: [])
            try store.database.write { database in
                try database.execute(
                    sql: """
                        UPDATE site SET active = 1 WHERE scheme = 'ftp';
                        ALTER TABLE site DROP COLUMN rest; PRAGMA user_version = 1
                        """)
            }
            store.database.close()
        }
        let store = try Store.open(at: folder.path("s"))
        #expect(store.notice == nil)
        #expect(try store.allJobs() == [job(1)])
    }

    @Test("A question comes back with the sizes and times of both sides")
    func conflict() throws {
        let store = try Store.open(at: nil)
        var asking = job(5)
        let name = try #require(asking.target?.path.name)
        asking.state = .needsAnswer(
            Conflict(
                source: Entry(name: name, kind: .file),
                target: Entry(
                    name: name, kind: .file, size: 12, modified: Timestamp(seconds: 1_000)),
                resumable: 4))
        try store.write([StoredJob(job: asking, position: 1)], removing: [])
        let conflict = try #require(try store.allJobs().first?.conflict)
        #expect(conflict.target.size == 12)
        #expect(conflict.target.modified == Timestamp(seconds: 1_000))
        #expect(conflict.source.size == 5_000)
        #expect(conflict.resumable == 4)
    }

    @Test("The file and its directory are for the user only, and hold no password")
    func privacy() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("state/ferry/ferry.sqlite")
        let store = try Store.open(at: path)
        #expect(store.notice == nil)
        #expect(mode(path) == 0o600)
        #expect(mode(folder.path("state/ferry")) == 0o700)
        try store.write([StoredJob(job: job(1), position: 1)], removing: [])
        #expect(mode(path + "-wal") == 0o600)
    }

    @Test("Jobs outlive the process, and one process at a time may work on them")
    func ownership() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("ferry.sqlite")
        let first = try Store.open(at: path)
        let right = try #require(try first.takeWork())
        try first.write([StoredJob(job: job(1), position: 1)], removing: [])
        let second = try Store.open(at: path)
        #expect(try second.takeWork() == nil)
        #expect(try second.takeAdded().isEmpty)
        right.release()
        let next = try second.takeWork()
        #expect(next != nil)
        #expect(try second.takeOver().jobs.map(\.job.id.rawValue) == [1])
        #expect(try second.takeAdded().isEmpty)
        #expect(try first.takeWork() == nil)
    }

    @Test("The right that was given up is free, though a child that was just forked has its copy")
    func forked() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("ferry.sqlite")
        let first = try Store.open(at: path)
        let right = try #require(try first.takeWork())
        let copy = try OpenFile.copy(of: path + ".lock")
        defer { close(copy) }
        right.release()
        #expect(try Store.open(at: path).takeWork() != nil)
    }

    @Test("A file system without shared memory gets a rollback journal, an earlier log kept")
    func rollback() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("s")
        func mode(_ store: Store) throws -> String? {
            try store.database.use { database in
                try database.first(String.self, sql: "PRAGMA journal_mode")
            }
        }
        do {
            let log = try Store.open(at: path)
            #expect(try mode(log) == "wal")
            try log.write([StoredJob(job: job(1), position: 1)], removing: [])
        }
        let file = StoreFile(path, mayShareMemory: false)
        let first = try Store.open(file, owner: .current)
        let second = try Store.open(file, owner: .current)
        #expect(first.notice == nil)
        #expect(try mode(first) == "truncate")
        let version = try first.foreignVersion()
        try second.write([StoredJob(job: job(2), position: 2)], removing: [])
        #expect(try first.foreignVersion() != version)
        #expect(try first.allJobs().map(\.id.rawValue) == [1, 2])
        #expect(try names(in: folder).filter { $0.hasSuffix("-shm") }.isEmpty)
    }

    @Test("Numbers are given once, to whichever process asks")
    func numbers() throws {
        let folder = try TemporaryFolder()
        let first = try Store.open(at: folder.path("s"))
        let second = try Store.open(at: folder.path("s"))
        let numbers = try [first, second, first].map { try $0.reserveNumbers(100) }
        #expect(numbers == [1..<101, 101..<201, 201..<301])
    }

    @Test(
        "Numbers that are lost do not begin again",
        arguments: ["DELETE FROM counter", "UPDATE counter SET value = 9223372036854775800"])
    func lostNumbers(damage: String) throws {
        let store = try Store.open(at: nil)
        try store.transaction("test") { try $0.execute(sql: damage) }
        let error = #expect(throws: StoreError.self) { try store.reserveNumbers(100) }
        #expect(
            error.map { "\($0)" }
                == "New jobs could not be numbered (the numbers of jobs are lost).")
    }

    @Test("A damaged file is moved aside, said so, and begun anew")
    func damaged() throws {
        let folder = try TemporaryFolder()
        try folder.write(String(repeating: "no database ", count: 1_000), to: "ferry.sqlite")
        try folder.makeFolder("ferry.sqlite.stages")
        let store = try Store.open(at: folder.path("ferry.sqlite"))
        #expect(store.notice?.contains("was damaged") == true)
        try store.write([StoredJob(job: job(1), position: 1)], removing: [])
        #expect(try Store.open(at: folder.path("ferry.sqlite")).allJobs().count == 1)
        let aside = try names(in: folder).filter { $0.hasPrefix("ferry.sqlite.damaged-") }
        #expect(aside.contains { $0.hasSuffix(".stages") })
        #expect(aside.contains { !$0.hasSuffix(".stages") })
    }

    @Test("Pages that were overwritten are found when the store is opened")
    func overwritten() throws {
        let folder = try TemporaryFolder()
        do {
            let store = try Store.open(at: folder.path("s"))
            let rows = (1...500).map { StoredJob(job: job(Int64($0)), position: Int64($0)) }
            try store.write(rows, removing: [])
            try store.database.use { database in
                try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
            store.database.close()
        }
        var bytes = try #require(folder.read("s"))
        for index in 8_192..<min(bytes.count, 40_960) { bytes[index] = 0xA5 }
        try folder.write(bytes, to: "s")
        let store = try Store.open(at: folder.path("s"))
        #expect(store.notice?.contains("was damaged") == true)
        #expect(try store.allJobs().isEmpty)
    }

    @Test("Where no file can be made, the queue works in memory and says so")
    func unwritable() throws {
        let folder = try TemporaryFolder()
        try folder.write("a file, not a directory", to: "state")
        let store = try Store.open(at: folder.path("state/ferry.sqlite"))
        #expect(store.notice?.contains("in memory only") == true)
        try store.write([StoredJob(job: job(1), position: 1)], removing: [])
        #expect(try store.allJobs().count == 1)
    }

    @Test("A file of a newer Ferry is left as it is")
    func newer() throws {
        let folder = try TemporaryFolder()
        do {
            let store = try Store.open(at: folder.path("s"))
            try store.database.use { database in
                try database.execute(sql: "PRAGMA user_version = 99")
            }
        }
        let store = try Store.open(at: folder.path("s"))
        #expect(store.notice?.contains("newer version of Ferry") == true)
        #expect(try names(in: folder).filter { $0.contains("damaged") }.isEmpty)
    }

    @Test(
        "Every command comes out of the store as it went in",
        arguments: [
            QueueCommand.pause(JobID(rawValue: 1)), .resume(JobID(rawValue: 2)), .pauseAll,
            .resumeAll, .cancel(JobID(rawValue: 3), keepsParts: false),
            .cancel(JobID(rawValue: 3), keepsParts: true), .retry(JobID(rawValue: 4)), .retryFailed,
            .clearDone, .move(JobID(rawValue: 5), by: -7),
            .answer(JobID(rawValue: 6), .keepBoth, .batch),
            .answer(JobID(rawValue: 6), .skip, .thisFile),
            .answer(JobID(rawValue: 6), .overwrite, .site),
            .answer(JobID(rawValue: 6), .skip, .pattern("*.jpg, *.png\n")),
            .rename(JobID(rawValue: 6), Path("/a%\n\u{E9}").components[0]),
            .forgetAnswer(Site(scheme: .ftp, host: "host", user: "u"), .to),
            .forgetAnswer(Site(scheme: .ftp, host: "host"), .from),
            .setPolicy(JobID(rawValue: 7), .largerWins), .limit(JobID(rawValue: 8), 1_000),
            .limit(JobID(rawValue: 8), nil), .limitAll(5), .limitAll(nil),
            .loginGiven(Site(scheme: .ftp, host: "host", user: "u")),
            .connections(Site(scheme: .ftp, host: "host", user: "u"), 5),
            .connections(Site(scheme: .sftp, host: "host"), nil),
        ])
    func commands(command: QueueCommand) throws {
        #expect(StoredCommand(command).command == command)
        let folder = try TemporaryFolder()
        let owner = try Store.open(at: folder.path("s"))
        let right = try #require(try owner.takeWork())
        defer { right.release() }
        try owner.write(
            (1...8).map { StoredJob(job: job($0), position: $0) }, removing: [])
        let before = try owner.foreignVersion()
        let other = try Store.open(at: folder.path("s"))
        try other.send(command)
        #expect(try owner.foreignVersion() != before)
        #expect(try owner.takeCommands() == [command])
        #expect(try owner.takeCommands().isEmpty)
    }
}
