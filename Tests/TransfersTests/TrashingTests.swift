import Files
import Glibc
import Jobs
import Local
import Support
import Testing

@testable import Transfers

@Suite("Moving to the trash") struct TrashingTests {
    private let folder: TemporaryFolder
    private let watcher = Watcher()

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeFolder("d")
        try folder.makeFolder("d/tree")
        try folder.write("deep", to: "d/tree/x")
        try folder.write("one", to: "d/a")
        try folder.write("two", to: "d/b")
    }

    private func queue(_ site: @escaping @Sendable () -> any FileSystem) throws -> TransferQueue {
        TransferQueue(
            store: try Store.open(at: nil), makeFileSystem: { _, _ in site() },
            onChange: { [watcher] in watcher.note($0) },
            onResult: { [watcher] in watcher.note($0) })
    }

    private func request(_ name: String, _ kind: Entry.Kind, _ site: Site = .local) throws
        -> JobRequest
    {
        JobRequest(
            operation: .trash, source: Location(site: site, path: Path(folder.path("d/\(name)"))),
            entry: Entry(name: try #require(Name(name)), kind: kind))
    }

    @Test("Files and directories go as jobs of the queue, with an error for each that does not")
    func jobs() throws {
        let places = TrashPlaces(home: Path(folder.path("Trash")))
        let queue = try queue { LocalFileSystem(trash: Trash(places)) }
        queue.submit(
            try [
                request("a", .file), request("none", .file), request("b", .file),
                request("tree", .directory),
            ])
        queue.awaitIdle()
        #expect(folder.read("Trash/files/a") == Array("one".utf8))
        #expect(folder.read("Trash/files/b") == Array("two".utf8))
        #expect(folder.read("Trash/files/tree/x") == Array("deep".utf8))
        let ends = Dictionary(
            watcher.results.map { ($0.source.path.name?.text, $0.isDone) }
        ) { $1 }
        #expect(ends == ["a": true, "none": false, "b": true, "tree": true])
    }

    @Test("Nothing is deleted where there is no trash") func none() throws {
        try folder.write("no directory", to: "Trash")
        #expect(symlink("/", folder.path(".Trash-\(getuid())")) == 0)
        let places = TrashPlaces(home: Path(folder.path("Trash/inner")), user: 4_242)
        let queue = try queue { LocalFileSystem(trash: Trash(places)) }
        queue.submit(try [request("a", .file), request("tree", .directory)])
        queue.awaitIdle()
        #expect(watcher.results.count == 2)
        for job in watcher.results {
            guard case .failed(let error) = job.state else {
                Issue.record("\(job.state)")
                continue
            }
            #expect(error.kind == .unsupported)
        }
        #expect(folder.read("d/a") == Array("one".utf8))
        #expect(folder.read("d/tree/x") == Array("deep".utf8))
    }

    @Test("A server's files are not deleted instead") func server() throws {
        let remote = MemoryVolume()
        remote.add("/a", "text")
        let queue = try queue { remote.connect() }
        queue.submit([
            JobRequest(
                operation: .trash, source: Location(site: remote.site, path: Path("/a")),
                entry: try #require(remote.entry("/a")))
        ])
        queue.awaitIdle()
        #expect(watcher.results.map(\.isDone) == [false])
        #expect(remote.entry("/a") != nil)
    }

    @Test("Names chosen together go, and what was not chosen stays") func chosen() throws {
        let places = TrashPlaces(home: Path(folder.path("Trash")))
        let queue = try queue { LocalFileSystem(trash: Trash(places)) }
        let directory = Path(folder.path("d"))
        var builder = DirectoryBuilder()
        for entry in try LocalFileSystem().list(directory).entries where entry.name.text != "b" {
            builder.append(entry)
        }
        let request = JobRequest(
            operation: .trash, source: Location(site: .local, path: directory),
            entry: Entry(name: try #require(Name("d")), kind: .directory),
            chosen: ChosenEntries(builder.directory))
        queue.submit([request])
        queue.awaitIdle()
        #expect(folder.read("Trash/files/a") == Array("one".utf8))
        #expect(folder.read("Trash/files/tree/x") == Array("deep".utf8))
        #expect(folder.read("d/b") == Array("two".utf8))
    }
}
