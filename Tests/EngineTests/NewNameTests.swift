import DemoServer
import Engine
import Files
import Jobs
import Support
import Testing

@testable import UI

@Suite("A new name that turns out to be a directory")
struct NewNameTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        try bench.folder.makeFolder("here")
        try bench.folder.makeFolder("here/tree")
        try bench.folder.write("a", to: "here/tree/a")
    }

    /// Moves `here/tree` to the server, under that new name.
    private func move(to path: Path) throws {
        var builder = DirectoryBuilder()
        builder.append(Entry(name: try #require(Name("tree")), kind: .directory))
        let batch = JobBatch(
            JobBatch.Plan(
                operation: .move,
                source: Location(site: .local, path: Path(bench.folder.path("here"))),
                chosen: Selection(0, of: builder.directory),
                target: Location(site: bench.site, path: path.parent), name: path.name))
        _ = bench.engine.run(.enqueue(batch))
    }

    private func waitForEnd() throws {
        var jobs: [JobID: Job] = [:]
        try bench.wait { message in
            guard case .queue(let change) = message else { return nil as Void? }
            for job in change.changed where job.parent == nil { jobs[job.id] = job }
            return !jobs.isEmpty && jobs.values.allSatisfy { $0.state == .done } ? () : nil
        }
    }

    @Test("It is gone into, and nothing is poured out")
    func directory() throws {
        try move(to: Path("/sub"))
        try waitForEnd()
        #expect(bench.folder.read("sub/tree/a") == Array("a".utf8))
        #expect(!bench.folder.exists("sub/a"))
        #expect(!bench.folder.exists("here/tree"))
    }

    @Test("One that is not there is the new name")
    func newName() throws {
        try move(to: Path("/sub/new"))
        try waitForEnd()
        #expect(bench.folder.read("sub/new/a") == Array("a".utf8))
    }

    @Test("Where nobody can look, nothing is queued, which is said")
    func unreachable() throws {
        bench.server.stop()
        try move(to: Path("/sub"))
        let notice: String = try bench.wait { message in
            if case .notice(let text, isError: true) = message { return text }
            return nil
        }
        #expect(notice.hasPrefix("Nothing was queued. "))
        #expect(bench.folder.read("here/tree/a") == Array("a".utf8))
    }
}
