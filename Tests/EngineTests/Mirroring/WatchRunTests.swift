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
        #expect(records.allSatisfy { $0.action == .watch && !$0.canBeUndone })
        let why = "It is still kept up to date; cancel that in the queue, then undo."
        #expect(records.first?.shortfall == why)
        bench.queue.send(.cancel(id, keepsParts: true))
        _ = try bench.job(id) { $0.state == .cancelled }
        let store = try Store.openLasting(at: bench.storePath)
        let deadline = Deadline(seconds: 60)
        while try !store.undoRecords().allSatisfy(\.canBeUndone) {
            try #require(deadline.isOpen, "it cannot be undone")
        }
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
    }

    @Test("What was copied before a cut and has changed since is copied again")
    func changedAfterCut() throws {
        // Each file takes a while, so that the pause comes between two.
        let slow = try PlanBench(limit: 20_000)
        let names = (10..<50).map { "f\($0)" }
        for name in names {
            let path = "tree/" + name
            try slow.here.write([UInt8](repeating: 0x61, count: 4_000), to: path)
            let past = timespec(tv_sec: 1_700_000_000, tv_nsec: 0)
            #expect(utimensat(AT_FDCWD, slow.here.path(path), [past, past], 0) == 0)
        }
        let id = try slow.queueing(try slow.make(order(slow.places)).request, [])
        func copied() -> [String] {
            slow.there.names(in: "tree").filter { $0.hasPrefix("f") }
        }
        _ = try slow.job(id) { _ in copied().count >= 3 }
        slow.queue.send(.pause(id))
        _ = try slow.job(id) { $0.state == .paused && $0.lane == nil }
        let early = try #require(copied().first)
        #expect(copied().count < names.count)
        let text = [UInt8](repeating: 0x62, count: 4_000)
        try slow.here.write(text, to: "tree/" + early)
        slow.queue.send(.limitAll(nil))
        slow.queue.send(.resume(id))
        _ = try slow.job(id) { $0.wait == .change && copied().count == names.count }
        #expect(slow.there.read("tree/" + early) == text)
    }

    @Test("What happens in a directory that is skipped starts nothing")
    func skipped() throws {
        try bench.here.makeFolder("tree/cache")
        try bench.here.makeFolder("tree/cache/deep")
        var order = order()
        order.excluded = ["cache/", "*.log"]
        let id = try begin(order)
        _ = try rest(id) { true }
        let before = bench.exchanges.count
        try bench.here.write("x", to: "tree/cache/deep/x")
        try bench.here.write("x", to: "tree/a.log")
        try bench.here.write("one", to: "tree/one")
        _ = try rest(id) { bench.there.exists("tree/one") }
        #expect(bench.there.names(in: "tree").filter { !$0.hasPrefix(".") } == ["one"])
        #expect(bench.exchanges.count > before)
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

    @Test("A directory that is gone is told, and watched again once it is back")
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
        let failed = try bench.job(id) { $0.wait == .change && $0.leftOut.count == 1 }
        #expect(failed.leftOut.sentences.first?.contains(bench.here.path("tree")) == true)
        #expect(bench.there.exists("tree/newer"))
        #expect(rename(bench.here.path("other"), bench.here.path("tree")) == 0)
        try bench.here.write("last", to: "tree/last")
        let back = try rest(id) { bench.there.exists("tree/last") }
        #expect(back.leftOut.count == 0)
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
