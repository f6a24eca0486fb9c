import Files
import Glibc
import Jobs
import Local
import Support
import Synchronization
import Testing

@testable import Transfers

/// The queue with this machine's own files on one side.
@Suite("Onto a real disk")
struct RealDiskTests {
    private final class Desk: Sendable {
        let folder: TemporaryFolder
        let remote = MemoryVolume()
        let watcher = Watcher()
        let queue: TransferQueue

        init() throws {
            folder = try TemporaryFolder()
            var configuration = TransferQueue.Configuration()
            configuration.lanes = 2
            queue = TransferQueue(
                store: try Store.open(at: nil), configuration: configuration,
                makeFileSystem: { [remote] site, _ in
                    if site.isLocal { return LocalFileSystem() }
                    return remote.connect()
                }, onChange: { [watcher] in watcher.note($0) },
                onResult: { [watcher] in watcher.note($0) })
        }

        func run(
            _ path: String, to name: String, _ operation: Job.Operation = .copy,
            policy: ConflictPolicy = .ask
        ) throws -> [Job] {
            let entry = try #require(remote.entry(path))
            queue.submit([
                JobRequest(
                    operation: operation, source: Location(site: remote.site, path: Path(path)),
                    entry: entry,
                    target: Location(site: .local, path: Path(folder.path(name))),
                    root: Path(folder.path), policy: policy)
            ])
            queue.awaitIdle()
            return watcher.results
        }

        /// The names in the folder, parts too.
        func names(_ below: String = "") throws -> [String] {
            let path = Path(below.isEmpty ? folder.path : folder.path(below))
            return try LocalFileSystem().list(path).entries.map(\.name.text).sorted()
        }
    }

    @Test("A pipe in a tree's way is not replaced by a file, whatever the policy")
    func pipe() throws {
        let desk = try Desk()
        desk.remote.add("/d/pipe", "text")
        desk.remote.add("/d/file", "text")
        try desk.folder.makeFolder("d")
        #expect(mkfifo(desk.folder.path("d/pipe"), 0o600) == 0)
        let results = try desk.run("/d", to: "d", policy: .overwrite)
        #expect(!results.allSatisfy { $0.isDone })
        #expect(desk.folder.read("d/file") == Array("text".utf8))
        var status = stat()
        #expect(lstat(desk.folder.path("d/pipe"), &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFIFO)
        let sentence = "is a device, a pipe or a socket and was not replaced"
        #expect(
            results.contains { job in
                if case .failed(let error) = job.state { return error.detail.contains(sentence) }
                return false
            })
    }

    @Test("A tree arrives with its times and modes, and leaves no part behind")
    func tree() throws {
        let desk = try Desk()
        for number in 0..<300 { desk.remote.add("/d/s\(number % 7)/f\(number)", "\(number)") }
        desk.remote.add("/d/run", Array("#!".utf8), modified: 1_555_555_555, mode: 0o755)
        desk.remote.add("/d/secret", Array("x".utf8), mode: 0o600)
        let results = try desk.run("/d", to: "d")
        #expect(results.allSatisfy { $0.isDone })
        #expect(
            try desk.names("d") == ["run", "s0", "s1", "s2", "s3", "s4", "s5", "s6", "secret"])
        #expect(desk.folder.read("d/s3/f3").map { String(decoding: $0, as: UTF8.self) } == "3")
        var status = stat()
        stat(desk.folder.path("d/run"), &status)
        #expect(status.st_mtim.tv_sec == 1_555_555_555)
        #expect(status.st_mode & 0o777 == 0o755)
        stat(desk.folder.path("d/secret"), &status)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(try desk.names("d/s3").allSatisfy { $0.hasPrefix("f") })
    }

    @Test("A link below the chosen directory is not written through")
    func trap() throws {
        let desk = try Desk()
        try desk.folder.write("mine", to: "precious")
        mkdir(desk.folder.path("in"), 0o755)
        mkdir(desk.folder.path("victim"), 0o755)
        symlink(desk.folder.path("victim"), desk.folder.path("in/trap"))
        desk.remote.add("/in/trap/file", "evil")
        desk.remote.add("/in/good", "good")
        let results = try desk.run("/in", to: "in")
        #expect(try desk.names("victim").isEmpty)
        #expect(desk.folder.read("in/good") != nil)
        #expect(results.contains { $0.failure?.message.contains("link named") == true })
    }

    @Test("Nothing is left beside when a download breaks off for good")
    func brokenOff() throws {
        let desk = try Desk()
        desk.remote.add("/f", pattern(3_000_000))
        desk.remote.lay(
            MemoryFault(.read, "/f", atByte: 1 << 20, MemoryFault.refused("550 No more")))
        let results = try desk.run("/f", to: "f")
        let failed = try #require(results.last)
        #expect(failed.failure != nil)
        let left = try desk.names()
        #expect(left.count == 1)
        #expect(left.allSatisfy { Name($0).flatMap { PartID($0) } != nil })
        desk.queue.send(.retry(failed.id))
        desk.queue.awaitIdle()
        #expect(desk.watcher.results.last?.isDone == true)
        #expect(try desk.names() == ["f"])
        #expect(desk.folder.read("f") == pattern(3_000_000))
        #expect(desk.remote.log.contains("open /f \((1 << 20) - 65_536)"))
    }

    @Test("A cancelled download leaves nothing")
    func cancelled() throws {
        let desk = try Desk()
        desk.remote.add("/f", pattern(3_000_000))
        desk.remote.lay(MemoryFault(.read, "/f", atByte: 1 << 20, MemoryFault.refused()))
        let failed = try #require(try desk.run("/f", to: "f").last)
        desk.queue.send(.cancel(failed.id, keepsParts: false))
        desk.queue.awaitIdle()
        #expect(try desk.names() == [])
    }

    @Test("Overwriting replaces the file only when the new one is whole")
    func replacing() throws {
        let desk = try Desk()
        try desk.folder.write("old", to: "f")
        desk.remote.add("/f", pattern(2_000_000))
        desk.remote.lay(MemoryFault(.finishRead, "/f", MemoryFault.refused()))
        let failed = try #require(try desk.run("/f", to: "f", policy: .overwrite).last)
        #expect(desk.folder.read("f") == Array("old".utf8))
        desk.queue.send(.retry(failed.id))
        desk.queue.awaitIdle()
        #expect(desk.folder.read("f") == pattern(2_000_000))
    }
}
