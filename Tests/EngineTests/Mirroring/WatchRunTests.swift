import DemoServer
import Files
import Glibc
import Jobs
import Support
import Sync
import Testing
import UI

@testable import Engine
@testable import Transfers

@Suite("What is kept up to date")
struct WatchRunTests {
    private let bench: PlanBench

    init() throws {
        bench = try PlanBench()
    }

    private func order(
        _ places: Pair<Location>? = nil, deletes: Bool = true
    ) -> PlanOrder {
        var order = PlanOrder(.mirror(deletes: deletes), places ?? bench.places)
        order.staysUpToDate = true
        return order
    }

    /// Puts a job into the queue that does what an order says.
    private func begin(_ order: PlanOrder) throws -> JobID {
        try bench.queueing(try bench.make(order).request, [])
    }

    private func rest(_ id: JobID, _ isAsWanted: @escaping () -> Bool) throws -> Job {
        try bench.job(id) { $0.wait == .change && isAsWanted() }
    }

    @Test("A directory here is mirrored at once, and again whenever something in it has changed")
    func local() throws {
        try bench.here.write("one", to: "tree/one")
        try bench.there.write("goes", to: "tree/goes")
        let id = try begin(order())
        let first = try rest(id) { bench.there.exists("tree/one") }
        #expect((first.filesFound, first.filesDone, first.filesDeleted) == (2, 2, 1))
        #expect(first.story.last?.hasSuffix(": 1 file copied, 1 file deleted.") == true)
        #expect(first.operation == .watch && first.state == .waiting)
        try bench.here.makeFolder("tree/new")
        try bench.here.makeFolder("tree/new/deep")
        try bench.here.write("two", to: "tree/new/deep/two")
        _ = try rest(id) { bench.there.exists("tree/new/deep/two") }
        // What has come into a directory that is watched only now is seen as well.
        try bench.here.write("two, changed", to: "tree/new/deep/two")
        #expect(unlink(bench.here.path("tree/one")) == 0)
        let last = try rest(id) {
            bench.there.read("tree/new/deep/two") == Array("two, changed".utf8)
                && !bench.there.exists("tree/one")
        }
        #expect(last.leftOut.count == 0)
        // Each run is taken back by itself.
        let records = try Store.openLasting(at: bench.storePath).undoRecords()
        #expect(records.count >= 3)
        #expect(records.allSatisfy { $0.action == .mirror })
    }

    @Test("A server's directory is looked at when the user wants that, and every half minute")
    func remote() throws {
        try bench.there.write("one", to: "tree/one")
        let places = Pair(bench.places.second, bench.places.first)
        let id = try begin(order(places))
        _ = try rest(id) { bench.here.exists("tree/one") }
        try bench.there.write("two", to: "tree/two")
        bench.queue.send(.retry(id))
        _ = try rest(id) { bench.here.exists("tree/two") }
        #expect(SourcePoll().longestWait == 30)
    }

    @Test("What its server refuses is told, and tried again once that may be possible")
    func refused() throws {
        try bench.here.write("one", to: "tree/one")
        let id = try begin(order())
        _ = try rest(id) { bench.there.exists("tree/one") }
        try bench.here.write("file", to: "tree/clash")
        try bench.there.makeFolder("tree/clash")
        try bench.there.write("x", to: "tree/clash/x")
        #expect(rename(bench.there.path("tree"), bench.there.path("away")) == 0)
        bench.queue.send(.retry(id))
        let failed = try rest(id) { true }
        #expect(failed.leftOut.count == 1)
        #expect(failed.leftOut.sentences.first?.contains("/tree") == true)
        #expect(rename(bench.there.path("away"), bench.there.path("tree")) == 0)
        // By itself, soon.
        let mended = try bench.job(id) { $0.wait == .change && $0.leftOut.count == 0 }
        #expect(mended.story.last?.contains("copied") == true)
        #expect(bench.there.read("tree/clash") == Array("file".utf8))
    }

    @Test("Nothing is deleted where the source is empty or too much would go, and that is told")
    func guards() throws {
        for number in 0..<30 {
            try bench.here.write("\(number)", to: "tree/f\(number)")
        }
        let id = try begin(order())
        _ = try rest(id) { bench.there.names(in: "tree").count == 30 }
        for number in 0..<20 { #expect(unlink(bench.here.path("tree/f\(number)")) == 0) }
        bench.queue.send(.retry(id))
        let failed = try bench.job(id) { $0.wait == .change && $0.leftOut.count == 1 }
        #expect(failed.leftOut.sentences.first?.contains("Nothing will be deleted in") == true)
        #expect(bench.there.names(in: "tree").count == 30)
    }

    @Test("A directory that is gone fails, and one that has come into its place is watched")
    func gone() throws {
        try bench.here.write("one", to: "tree/one")
        let id = try begin(order())
        _ = try rest(id) { bench.there.exists("tree/one") }
        try bench.here.makeFolder("other")
        try bench.here.write("new", to: "other/new")
        #expect(rename(bench.here.path("tree"), bench.here.path("old")) == 0)
        #expect(rename(bench.here.path("other"), bench.here.path("tree")) == 0)
        _ = try rest(id) { bench.there.names(in: "tree").contains("new") }
        try bench.here.write("newer", to: "tree/newer")
        _ = try rest(id) { bench.there.exists("tree/newer") }
        #expect(rename(bench.here.path("tree"), bench.here.path("other")) == 0)
        let failed = try bench.job(id) { job in
            if case .failed = job.state { true } else { false }
        }
        guard case .failed(let error) = failed.state else { return }
        #expect(
            error.message
                == "\(bench.here.path("tree")) is gone, so there is nothing left to watch.")
        #expect(bench.there.exists("tree/newer"))
    }

    @Test("It waits for its server as every job does, and what has changed meanwhile goes over")
    func lostLine() throws {
        try bench.here.write("one", to: "tree/one")
        let id = try begin(order())
        _ = try rest(id) { bench.there.exists("tree/one") }
        bench.server.stop()
        try bench.here.write("two", to: "tree/two")
        _ = try bench.job(id) { job in
            if case .reconnect = job.wait { true } else { false }
        }
        var options = DemoServer.Options(user: "someone", password: nil)
        options.port = bench.site.port
        let server = try DemoServer(root: bench.there.path, options: options)
        defer { server.stop() }
        _ = try server.start()
        _ = try rest(id) { bench.there.exists("tree/two") }
    }

    @Test("Its order is the same after a while in the store, and damage is found")
    func stored() throws {
        var order = order(deletes: false)
        order.criterion = .contents
        order.scope = .missing
        order.replacesNewer = false
        order.keepsReplaced = false
        order.comparesModes = false
        order.readsIgnoreLists = true
        order.excluded = ["*.log", "cache/", "é"]
        let bytes = try #require(StoredOrder(order)).encoded
        #expect(try StoredOrder(bytes, bench.places).order == order)
        for count in 0..<bytes.count {
            #expect(throws: ScriptReader.Damage.self) {
                try StoredOrder(Array(bytes.prefix(count)), bench.places)
            }
        }
        #expect(throws: ScriptReader.Damage.self) {
            try StoredOrder(bytes + [0], bench.places)
        }
        #expect(StoredOrder(PlanOrder(.sync(.keepBoth), bench.places)) == nil)
    }
}
