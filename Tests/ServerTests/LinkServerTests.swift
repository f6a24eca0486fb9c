import DemoServer
import FTP
import Files
import Glibc
import Jobs
import Local
import Support
import Synchronization
import Testing
import Transfers
import Work

/// A server's links through the queue. pyftpdlib shows what they lead to, so that nobody sees a
/// link by MLSD; pure-ftpd does not say by MLSD where they lead.
@Suite("Links of servers")
struct LinkServerTests {
    private static let places: [Place] = [
        .demo, .plainDemo, .vsftpd, .proftpd, .pureFTPd, .pyftpdlib,
    ]

    private func bank(_ place: Place) throws -> Bank {
        let bank = try Bank(place)
        for name in ["d", "other"] { try bank.makeFolder(name) }
        try bank.store(Array("file".utf8), at: "d/file")
        try bank.store(Array("one".utf8), at: "other/one")
        try bank.makeLink("d/toFile", to: "file")
        try bank.makeLink("d/toOther", to: "../other")
        // Whoever cannot see that it is a link goes round for ever.
        if place != .pyftpdlib { try bank.makeLink("d/round", to: ".") }
        return bank
    }

    /// Carries `/d` into the folder as `d`.
    private func run(
        _ operation: Job.Operation, from bank: Bank, into folder: TemporaryFolder,
        _ links: LinkPolicy
    ) throws {
        let source = try bank.path("d")
        try run(
            JobRequest(
                operation: operation, source: Location(site: bank.fileSystem.site, path: source),
                entry: Entry(name: try #require(source.name), kind: .directory),
                target: Location(site: .local, path: Path(folder.path("d"))),
                root: Path(folder.path), links: links))
    }

    /// Deletes a directory, or what seems to be one.
    @discardableResult
    private func delete(_ name: String, from bank: Bank) throws -> Job? {
        let path = try bank.path(name)
        return try run(
            JobRequest(
                operation: .delete, source: Location(site: bank.fileSystem.site, path: path),
                entry: Entry(name: try #require(path.name), kind: .directory)))
    }

    @discardableResult
    private func run(_ request: JobRequest) throws -> Job? {
        var configuration = TransferQueue.Configuration()
        configuration.isShared = false
        configuration.lanes = 2
        let queue = TransferQueue(
            store: try Store.open(at: nil), configuration: configuration,
            makeFileSystem: { place, lane in
                guard !place.isLocal else { return LocalFileSystem() }
                return FTPFileSystem(
                    site: place, connection: lane, trust: TrustPolicy(memory: TransientTrust()),
                    log: { _ in }, password: { _ in Secret(RealServer.user) })
            }, onChange: { _ in })
        queue.submit([request])
        let idle = Signal()
        queue.whenIdle { idle.send() }
        idle.wait("the queue goes on and on")
        let ended = Mutex<Job?>(nil)
        let told = Signal()
        queue.jobs { jobs in
            ended.withLock { $0 = jobs.first }
            told.send()
        }
        told.wait("the queue tells no jobs")
        let stopped = Signal()
        queue.stop { stopped.send() }
        stopped.wait("the queue does not stop")
        return ended.withLock(\.self)
    }

    private func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    @Test("Followed, all is here, and nothing goes round for ever", arguments: places)
    func followed(place: Place) throws {
        let bank = try bank(place)
        let folder = try TemporaryFolder()
        try run(.copy, from: bank, into: folder, .follow)
        #expect(folder.read("d/toFile") == Array("file".utf8))
        #expect(folder.read("d/toOther/one") == Array("one".utf8))
        #expect(!isLink(folder.path("d/toFile")) && !isLink(folder.path("d/toOther")))
        let rounds = place == .pureFTPd ? 8 : 0
        #expect(!folder.exists("d" + String(repeating: "/round", count: rounds + 1)))
        #expect(rounds == 0 || folder.exists("d/round/round/file"))
    }

    @Test(
        "Kept, a link is one here where it is told where it leads, and stays inside",
        arguments: places)
    func kept(place: Place) throws {
        let bank = try bank(place)
        let folder = try TemporaryFolder()
        try run(.copy, from: bank, into: folder, .keep)
        let isTold = place != .pyftpdlib && place != .pureFTPd
        #expect(folder.read("d/file") == Array("file".utf8))
        #expect(isLink(folder.path("d/toFile")) == isTold)
        #expect(isLink(folder.path("d/round")) == isTold)
        #expect(!isLink(folder.path("d/toOther")))
        #expect(folder.exists("d/toOther") == (place == .pyftpdlib))
    }

    @Test("Moved, what links lead to is here, and stays there", arguments: places)
    func moved(place: Place) throws {
        let bank = try bank(place)
        if place != .pyftpdlib { #expect(unlink(bank.outside("d/round")) == 0) }
        let folder = try TemporaryFolder()
        try run(.move, from: bank, into: folder, .follow)
        #expect(folder.read("d/file") == Array("file".utf8))
        #expect(folder.read("d/toOther/one") == Array("one".utf8))
        #expect(!isLink(bank.outside("d/toOther")))
        #expect(!bank.exists("d/file"))
        #expect(bank.contents(of: "other/one") == Array("one".utf8))
    }

    @Test("Moved as links, nothing of what they lead to is moved", arguments: places)
    func movedAsLinks(place: Place) throws {
        let bank = try bank(place)
        let folder = try TemporaryFolder()
        try run(.move, from: bank, into: folder, .keep)
        #expect(folder.read("d/file") == Array("file".utf8))
        #expect(!folder.exists("d/toOther"))
        #expect(bank.contents(of: "other/one") == Array("one".utf8))
    }

    @Test("Chosen and moved, nothing of what links lead to is moved", arguments: places)
    func movedChosen(place: Place) throws {
        let bank = try bank(place)
        let folder = try TemporaryFolder()
        try folder.makeFolder("d")
        let source = try bank.path("d")
        try run(
            JobRequest(
                operation: .move, source: Location(site: bank.fileSystem.site, path: source),
                entry: Entry(name: try #require(source.name), kind: .directory),
                target: Location(site: .local, path: Path(folder.path("d"))),
                root: Path(folder.path("d")),
                chosen: ChosenEntries(try bank.fileSystem.list(source))))
        #expect(folder.read("d/file") == Array("file".utf8))
        #expect(!folder.exists("d/toOther/one"))
        #expect(bank.contents(of: "other/one") == Array("one".utf8))
        #expect(bank.contents(of: "d/file") == nil)
        #expect(bank.exists("d"))
    }

    @Test("Chosen and deleted, what links lead to stays", arguments: places)
    func deletedChosen(place: Place) throws {
        let bank = try bank(place)
        let source = try bank.path("d")
        let job = try run(
            JobRequest(
                operation: .delete, source: Location(site: bank.fileSystem.site, path: source),
                entry: Entry(name: try #require(source.name), kind: .directory),
                chosen: ChosenEntries(try bank.fileSystem.list(source))))
        #expect(job?.state == .done)
        #expect(bank.contents(of: "other/one") == Array("one".utf8))
        #expect(bank.contents(of: "d/file") == nil)
        #expect(!isLink(bank.outside("d/toOther")))
        #expect(bank.exists("d"))
    }

    @Test("A link that is moved by itself leaves what it leads to", arguments: places)
    func movedLink(place: Place) throws {
        let bank = try bank(place)
        for name in ["d/file", "d/toFile", "d/toOther", "d/round"] {
            _ = unlink(bank.outside(name))
        }
        #expect(rmdir(bank.outside("d")) == 0)
        try bank.makeLink("d", to: "other")
        let folder = try TemporaryFolder()
        try run(.move, from: bank, into: folder, .keep)
        #expect(folder.read("d/one") == Array("one".utf8))
        #expect(!isLink(bank.outside("d")))
        #expect(bank.contents(of: "other/one") == Array("one".utf8))
    }

    @Test("A tree is deleted with its links, not with what they lead to", arguments: places)
    func deleted(place: Place) throws {
        let bank = try bank(place)
        try bank.makeLink("d/.hidden", to: "../other")
        let job = try delete("d", from: bank)
        #expect(!bank.exists("d"))
        #expect(bank.contents(of: "other/one") == Array("one".utf8))
        #expect(job?.state == .done && job?.filesDone == job?.filesFound)
    }

    @Test("A link that is deleted by itself leaves what it leads to", arguments: places)
    func deletedLink(place: Place) throws {
        let bank = try bank(place)
        try delete("d/toOther", from: bank)
        #expect(!isLink(bank.outside("d/toOther")))
        #expect(bank.contents(of: "other/one") == Array("one".utf8))
        #expect(bank.contents(of: "d/file") == Array("file".utf8))
    }

    @Test("What no listing tells of is deleted as a link first")
    func deletedUntold() throws {
        let facts = Array("type=dir; toOther\r\n".utf8)
        let bank = try Bank(
            .demo,
            faults: [
                .always(.listing(at: "MLSD", facts)), .always(.reply("LIST", "550 No.\r\n")),
            ])
        for name in ["d", "other"] { try bank.makeFolder(name) }
        try bank.store(Array("one".utf8), at: "other/toOther")
        try bank.makeLink("d/toOther", to: "../other")
        try delete("d", from: bank)
        #expect(!bank.exists("d"))
        #expect(bank.contents(of: "other/toOther") == Array("one".utf8))
    }
}
