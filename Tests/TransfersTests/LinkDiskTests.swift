import Files
import Glibc
import Jobs
import Local
import Support
import Testing

@testable import Transfers

/// Links between directories of this machine's own disk.
@Suite("Links on a real disk")
struct LinkDiskTests {
    private let folder: TemporaryFolder
    private let watcher = Watcher()
    private let queue: TransferQueue

    init() throws {
        folder = try TemporaryFolder()
        var configuration = TransferQueue.Configuration()
        configuration.lanes = 2
        queue = TransferQueue(
            store: try Store.open(at: nil), configuration: configuration,
            makeFileSystem: { _, _ in LocalFileSystem() },
            onChange: { [watcher] in watcher.note($0) },
            onResult: { [watcher] in watcher.note($0) })
        for name in ["d", "d/sub", "other", "to"] { try folder.makeFolder(name) }
        try folder.write("file", to: "d/file")
        try folder.write("deep", to: "d/sub/deep")
        try folder.write("one", to: "other/one")
        try link("d/toFile", "file")
        try link("d/toOther", "../other")
        try link("d/broken", "nowhere")
        try link("d/round", "round")
    }

    private func link(_ name: String, _ target: String) throws {
        try #require(symlink(target, folder.path(name)) == 0)
    }

    private func target(of name: String) -> String? {
        let entry = try? LocalFileSystem().entry(at: Path(folder.path(name)))
        return entry?.target.map { String(decoding: $0, as: UTF8.self) }
    }

    private func text(_ name: String) -> String? {
        folder.read(name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Carries `name` to `into`, and gives the job as it ended.
    private func run(
        _ operation: Job.Operation, _ name: String, into: String, _ links: LinkPolicy,
        policy: ConflictPolicy = .ask
    ) throws -> Job {
        let path = Path(folder.path(name))
        let entry = try #require(try LocalFileSystem().entry(at: path))
        let directory = Path(folder.path(into))
        queue.submit([
            JobRequest(
                operation: operation, source: Location(site: .local, path: path), entry: entry,
                target: Location(site: .local, path: directory.appending(entry.name)),
                root: directory, policy: policy, links: links)
        ])
        queue.awaitIdle()
        return try #require(watcher.results.last { $0.parent == nil })
    }

    @Test("Links stay links, the broken and the round ones too, also in place of others")
    func kept() throws {
        for policy in [ConflictPolicy.ask, .overwrite] {
            let job = try run(.copy, "d", into: "to", .keep, policy: policy)
            #expect(job.isDone)
            #expect(job.leftOut.count == 0)
            for (name, words) in [
                ("toFile", "file"), ("toOther", "../other"), ("broken", "nowhere"),
                ("round", "round"),
            ] { #expect(target(of: "to/d/\(name)") == words) }
            #expect(unlink(folder.path("to/d/toFile")) == 0)
            try link("to/d/toFile", "something else")
        }
    }

    @Test("Followed, every directory is come upon once on the way, by whatever name it is reached")
    func followed() throws {
        try link("other/back", folder.path("d"))
        try link("d/sub/up", "../..")
        try link("d/self", ".")
        try link("again", "other")
        // By its words this circle is none.
        try link("other/detour", "../again/back/sub")
        let job = try run(.copy, "d", into: "to", .follow)
        #expect(job.isDone)
        #expect(text("to/d/toFile") == "file")
        #expect(text("to/d/toOther/one") == "one")
        #expect(text("to/d/toOther/detour/deep") == "deep")
        #expect(text("to/d/sub/up/other/one") == "one")
        #expect(!folder.exists("to/d/toOther/back"))
        #expect(!folder.exists("to/d/self"))
        #expect(!folder.exists("to/d/sub/up/d"))
        // What is being written is not copied into itself.
        #expect(!folder.exists("to/d/sub/up/to/d"))
        #expect(!folder.exists("to/d/broken") && !folder.exists("to/d/round"))
        for name in ["d/broken", "d/round", "d/self", "d/toOther/back", "d/sub/up/d"] {
            let path = folder.path(name)
            #expect(job.leftOut.sentences.contains { $0.hasPrefix("\(path) was skipped") })
        }
    }

    @Test("A move takes links away, never what they lead to", arguments: LinkPolicy.allCases)
    func moved(links: LinkPolicy) throws {
        #expect(unlink(folder.path("d/broken")) == 0 && unlink(folder.path("d/round")) == 0)
        // What is there already keeps the directory from being renamed.
        try folder.makeFolder("to/d")
        let job = try run(.move, "d", into: "to", links)
        #expect(job.isDone)
        #expect(job.leftOut.count == 0)
        #expect(!folder.exists("d"))
        #expect(text("other/one") == "one")
        switch links {
        case .keep: #expect(target(of: "to/d/toOther") == "../other")
        case .follow:
            #expect(target(of: "to/d/toOther") == nil)
            #expect(text("to/d/toOther/one") == "one")
            #expect(text("to/d/toFile") == "file")
        }
    }

    @Test("What came in the place of a link meanwhile is not taken away")
    func replaced() throws {
        let links = LinkCopier(
            ends: LaneEnds(
                source: LocalFileSystem(), target: LocalFileSystem(),
                interrupter: LaneInterrupter(), report: LaneReport { _ in },
                meter: LaneMeter()))
        let path = Path(folder.path("d/toOther"))
        #expect(throws: FileSystemError.self) {
            try links.removeLink(path, saying: Array("elsewhere".utf8))
        }
        #expect(target(of: "d/toOther") == "../other")
        #expect(unlink(folder.path("d/toOther")) == 0)
        try folder.write("new", to: "d/toOther")
        #expect(!links.isLinkStill(path))
        #expect(throws: FileSystemError.self) { try links.removeLink(path) }
        #expect(text("d/toOther") == "new")
        #expect(unlink(folder.path("d/toOther")) == 0)
        try links.removeLink(path)
    }
}
