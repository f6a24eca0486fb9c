import DemoServer
import Files
import Glibc
import Jobs
import Support
import Sync
import Testing
import Transfers
import UI
import Work

@testable import Engine

/// Two trees, one of them on a server, and what makes and runs plans for them.
private final class PlanBench {
    let here: TemporaryFolder
    let there: TemporaryFolder
    let server: DemoServer
    let site: Site
    let storePath: String
    private let inbox: Inbox
    private let plans: PlanController
    private let reader: MessageReader
    private var count = 0

    init() throws {
        here = try TemporaryFolder()
        there = try TemporaryFolder()
        try here.makeFolder("tree")
        try there.makeFolder("tree")
        server = try DemoServer(root: there.path, options: .init(user: "someone", password: nil))
        site = Site(scheme: .ftp, host: "127.0.0.1", port: try server.start(), user: "someone")
        inbox = try #require(Inbox())
        reader = MessageReader(inbox, seconds: 60)
        let inbox = inbox
        let context = ConnectionContext(credentials: Credentials { _ in Secret("any") }) {
            inbox.log($0)
        }
        storePath = here.path("state/ferry.sqlite")
        try here.makeFolder("state")
        var setup = PlanController.Setup()
        setup.storePath = storePath
        plans = PlanController(context, inbox, LoginPrompts(inbox), setup)
    }

    deinit {
        plans.stopAll()
        server.stop()
    }

    var places: Pair<Location> {
        Pair(
            Location(site: .local, path: Path(here.path("tree"))),
            Location(site: site, path: Path("/tree")))
    }

    func perform(_ effect: Effect) { plans.perform(effect) }

    func stop(_ request: RequestID) { plans.stop(request) }

    func request() -> RequestID {
        count += 1
        return RequestID(rawValue: count)
    }

    func wait<Value>(for pick: (Message) -> Value?) throws -> Value {
        try reader.wait(for: pick)
    }

    /// The plan for an order, and its request.
    func make(_ order: PlanOrder) throws -> (request: RequestID, plan: PreparedPlan) {
        let request = request()
        perform(.makePlan(request, order))
        let result: Result<PreparedPlan, FileSystemError> = try wait { message in
            if case .planned(request, let result) = message { return result }
            return nil
        }
        return (request, try result.get())
    }

    func run(_ request: RequestID, _ wanted: some Sequence<Int>) throws -> PlanReport {
        perform(.runPlan(request, MarkSet(wanted.map { UInt32($0) })))
        return try wait { message in
            if case .planEnded(request, let report) = message { return report }
            return nil
        }
    }
}

@Suite("Plans for the screen")
struct PlanControllerTests {
    private func words(_ plan: PreparedPlan) -> [String] {
        switch plan.rows {
        case .mirror(let rows):
            rows.map { "\($0.action) \(VisibleText.make($0.difference.path))" }
        case .sync(let rows, let wording):
            rows.map {
                "\($0.action) \(VisibleText.make($0.difference.path)): \(wording.words($0))"
            }
        }
    }

    private func store(_ bench: PlanBench) throws -> Store {
        try Store.openLasting(at: bench.storePath)
    }

    @Test(
        "A mirror copies, replaces and deletes what is wanted of it, keeps the old, and can be undone"
    )
    func mirror() throws {
        let bench = try PlanBench()
        try bench.here.write("new", to: "tree/new")
        try bench.here.write("changed here", to: "tree/changed")
        try bench.there.write("old", to: "tree/changed")
        try bench.there.write("gone", to: "tree/gone")
        try bench.there.write("gone as well", to: "tree/other")
        let (request, plan) = try bench.make(PlanOrder(.mirror(deletes: true), bench.places))
        #expect(words(plan) == ["replace changed", "delete gone", "copy new", "delete other"])
        let report = try bench.run(request, [0, 2, 3])
        #expect(report.failures == [] && report.files == 2 && report.deleted == 1)
        #expect(report.bytes == 15)
        #expect(bench.there.read("tree/changed") == Array("changed here".utf8))
        #expect(bench.there.read("tree/gone") == Array("gone".utf8))
        #expect(bench.there.read("tree/new") == Array("new".utf8))
        #expect(!bench.there.exists("tree/other"))
        // What was there before is kept, and it is known how it was.
        let trash = bench.there.names(in: "tree/.ferry-trash")
        #expect(trash.count == 1)
        let records = try store(bench).undoRecords()
        #expect(records.map(\.action) == [.mirror])
        // Once more there is nothing else to do than what was not wanted.
        let again = try bench.make(PlanOrder(.mirror(deletes: true), bench.places))
        #expect(words(again.plan) == ["delete gone"])
        #expect(again.plan.sameCount == 2)
        // A plan is run once.
        let twice = try bench.run(request, [0, 2, 3])
        #expect(twice.files == 0 && twice.failureCount == 1)
    }

    @Test("A sync goes both ways, and knows the next time what was deleted")
    func sync() throws {
        let bench = try PlanBench()
        try bench.here.write("one", to: "tree/one")
        try bench.there.write("two", to: "tree/two")
        let first = try bench.make(PlanOrder(.sync(.keepBoth), bench.places))
        let report = try bench.run(first.request, [0, 1])
        #expect(report.failures == [] && report.files == 2)
        #expect(bench.there.read("tree/one") == Array("one".utf8))
        #expect(bench.here.read("tree/two") == Array("two".utf8))
        #expect(unlink(bench.here.path("tree/one")) == 0)
        let second = try bench.make(PlanOrder(.sync(.keepBoth), bench.places))
        #expect(words(second.plan).count == 1)
        #expect(words(second.plan).first?.contains("gone on this machine since") == true)
        #expect(try bench.run(second.request, [0]).deleted == 1)
        #expect(!bench.there.exists("tree/one"))
    }

    @Test("An empty source deletes nothing, and it is said why")
    func emptySource() throws {
        let bench = try PlanBench()
        try bench.there.write("x", to: "tree/x")
        let (_, plan) = try bench.make(PlanOrder(.mirror(deletes: true), bench.places))
        #expect(words(plan) == [])
        #expect(plan.troubles.first?.hasPrefix("Nothing will be deleted in ftp://") == true)
    }

    @Test("One place twice, or one in the other, is refused, and so is what is no directory")
    func refused() throws {
        let bench = try PlanBench()
        try bench.here.makeFolder("tree/below")
        let local = bench.places.first
        let below = Location(site: .local, path: Path(bench.here.path("tree/below")))
        for places in [Pair(local, local), Pair(local, below), Pair(below, local)] {
            let error = #expect(throws: FileSystemError.self) {
                try bench.make(PlanOrder(.mirror(deletes: false), places))
            }
            #expect(error?.message.contains(local.text) == true)
        }
        try bench.here.write("x", to: "file")
        let file = Location(site: .local, path: Path(bench.here.path("file")))
        let error = #expect(throws: FileSystemError.self) {
            try bench.make(PlanOrder(.sync(.keepBoth), Pair(file, bench.places.second)))
        }
        #expect(error?.message.contains("is not a directory") == true)
    }

    @Test("What a pattern or a list of names leaves out is neither copied nor deleted")
    func filters() throws {
        let bench = try PlanBench()
        try bench.here.write("x", to: "tree/a.log")
        try bench.here.write("x", to: "tree/a.txt")
        try bench.here.write("*.tmp\n", to: "tree/.ferryignore")
        try bench.here.write("x", to: "tree/b.tmp")
        try bench.there.write("x", to: "tree/c.log")
        var order = PlanOrder(.mirror(deletes: true), bench.places)
        order.excluded = ["*.log"]
        order.readsIgnoreLists = true
        let (_, plan) = try bench.make(order)
        #expect(words(plan) == ["copy .ferryignore", "copy a.txt"])
        order.excluded = ["/"]
        #expect(throws: FileSystemError.self) { try bench.make(order) }
    }

    @Test("A plan that is paused copies nothing until it goes on")
    func paused() throws {
        let bench = try PlanBench()
        for number in 0..<20 { try bench.here.write("text", to: "tree/f\(number)") }
        let (request, plan) = try bench.make(PlanOrder(.mirror(deletes: false), bench.places))
        bench.perform(.pausePlan(request, true))
        bench.perform(.runPlan(request, MarkSet((0..<20).map { UInt32($0) })))
        _ = try bench.wait { message in
            if case .planRunning(request, let progress) = message { return progress.step }
            return nil
        }
        #expect(words(plan).count == 20)
        bench.perform(.pausePlan(request, false))
        let report: PlanReport = try bench.wait { message in
            if case .planEnded(request, let report) = message { return report }
            return nil
        }
        #expect(report.files == 20 && report.failures == [])
    }

    @Test("A plan that is stopped says so, deletes nothing more, and leaves no partial file")
    func stopped() throws {
        let bench = try PlanBench()
        for number in 0..<50 {
            try bench.here.write(String(repeating: "x", count: 100_000), to: "tree/f\(number)")
        }
        try bench.there.write("gone", to: "tree/zz")
        var order = PlanOrder(.mirror(deletes: true), bench.places)
        order.keepsReplaced = false
        let (request, _) = try bench.make(order)
        bench.perform(.pausePlan(request, true))
        bench.perform(.runPlan(request, MarkSet((0..<51).map { UInt32($0) })))
        _ = try bench.wait { message in
            if case .planRunning(request, let progress) = message { return progress }
            return nil
        }
        bench.stop(request)
        let report: PlanReport = try bench.wait { message in
            if case .planEnded(request, let report) = message { return report }
            return nil
        }
        #expect(report.isStopped && report.failures == [] && report.files == 0)
        let parts = bench.there.names(in: "tree").filter { $0.hasPrefix(".ferry-") }
        #expect(parts == [])
        #expect(bench.there.exists("tree/zz"))
    }

    @Test("Texts are compared line by line")
    func texts() throws {
        let bench = try PlanBench()
        try bench.here.write("one\ntwo\nthree\n", to: "tree/a")
        try bench.there.write("one\n2\nthree\nfour\n", to: "tree/a")
        try bench.here.write([1, 0, 2], to: "tree/bytes")
        try bench.there.write("x", to: "tree/bytes")
        func compare(_ text: String) throws -> Result<TextDifference, FileSystemError> {
            let (request, name) = (bench.request(), try #require(Name(text)))
            let places = bench.places.map {
                Location(site: $0.site, path: $0.path.appending(name))
            }
            bench.perform(.compareTexts(request, places))
            return try bench.wait { message in
                if case .textsCompared(request, let result) = message { return result }
                return nil
            }
        }
        let found = try compare("a").get()
        #expect(
            found.lines == [
                .init(.both, "one"), .init(.first, "two"), .init(.second, "2"),
                .init(.both, "three"), .init(.second, "four"),
            ])
        #expect(!found.isCut)
        let error = #expect(throws: FileSystemError.self) { try compare("bytes").get() }
        #expect(error?.message.contains("is not a text") == true)
    }
}
