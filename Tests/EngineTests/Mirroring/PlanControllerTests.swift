import DemoServer
import Files
import Glibc
import Jobs
import Support
import Sync
import Synchronization
import Testing
import UI
import Work

@testable import Engine
@testable import Transfers

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
        let job = try bench.run(request, [0, 2, 3])
        #expect(job.state == .done && job.filesDone == 3 && job.filesDeleted == 1)
        #expect(job.filesFound == 3 && job.done == 15 && job.size == 15)
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
        // A plan is not there any more once another was made.
        let error = #expect(throws: FileSystemError.self) { try bench.run(request, [0]) }
        #expect(error?.message == "There is no plan to run; compare again.")
    }

    @Test("A sync goes both ways, and knows the next time what was deleted")
    func sync() throws {
        let bench = try PlanBench()
        try bench.here.write("one", to: "tree/one")
        try bench.there.write("two", to: "tree/two")
        let first = try bench.make(PlanOrder(.sync(.keepBoth), bench.places))
        let job = try bench.run(first.request, [0, 1])
        #expect(job.state == .done && job.filesDone == 2)
        #expect(bench.there.read("tree/one") == Array("one".utf8))
        #expect(bench.here.read("tree/two") == Array("two".utf8))
        #expect(unlink(bench.here.path("tree/one")) == 0)
        let second = try bench.make(PlanOrder(.sync(.keepBoth), bench.places))
        #expect(words(second.plan).count == 1)
        #expect(words(second.plan).first?.contains("gone from this machine since") == true)
        #expect(try bench.run(second.request, [0]).filesDeleted == 1)
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

    /// A mirror of fifty files, one of which is gone here, that is so slow that it can be stopped.
    private func slowMirror(_ bench: PlanBench, keepsOld: Bool = true) throws -> JobID {
        for number in 0..<50 {
            try bench.here.write(String(repeating: "x", count: 100_000), to: "tree/f\(number)")
        }
        try bench.there.write("gone", to: "tree/zz")
        var order = PlanOrder(.mirror(deletes: true), bench.places)
        order.keepsReplaced = keepsOld
        let (request, plan) = try bench.make(order)
        #expect(words(plan).count == 51)
        bench.queue.send(.limitAll(2_000_000))
        return try bench.queueing(request, 0..<51)
    }

    @Test("A plan that is paused does nothing until it goes on, and does no file twice")
    func paused() throws {
        let bench = try PlanBench()
        let id = try slowMirror(bench)
        _ = try bench.job(id) { $0.filesDone > 5 }
        bench.queue.send(.pause(id))
        let paused = try bench.job(id) { $0.state == .paused && $0.lane == nil }
        #expect(paused.filesDone < 51)
        let times = bench.there.names(in: "tree").filter { $0.hasPrefix("f") }
        bench.queue.send(.limitAll(nil))
        bench.queue.send(.resume(id))
        let job = try bench.job(id) { $0.state == .done }
        #expect((job.filesDone, job.filesDeleted, job.done) == (51, 1, 5_000_000))
        #expect(times.count >= 5)
        // Nothing but what was deleted is kept: no copy has taken an earlier one's place.
        let trash = try #require(bench.there.names(in: "tree/.ferry-trash").first)
        #expect(bench.there.names(in: "tree/.ferry-trash/\(trash)") == ["zz"])
        let records = try store(bench).undoRecords()
        #expect(records.map(\.action) == [.mirror])
        let record = try #require(try store(bench).undoRecord(records[0].number))
        #expect(Set(record.steps.map(\.path)).count == record.steps.count)
        #expect(bench.there.names(in: "tree").count == 51)
    }

    @Test("A plan that is cancelled keeps what is done, and leaves no partial file")
    func cancelled() throws {
        let bench = try PlanBench()
        let id = try slowMirror(bench, keepsOld: false)
        _ = try bench.job(id) { $0.filesDone > 5 }
        bench.queue.send(.cancel(id, keepsParts: false))
        _ =
            try bench.wait { message in
                if case .queue(let change) = message, change.removed.contains(id) { return true }
                return nil
            } as Bool
        bench.queue.waitUntilIdle()
        let parts = bench.there.names(in: "tree").filter { $0.hasPrefix(".ferry-") }
        #expect(parts == [])
    }

    @Test("A plan that was killed is gone on with by another process, and undone as one")
    func killed() throws {
        let bench = try PlanBench()
        for name in ["f1", "f30", "f49"] {
            try bench.there.write("old \(name)", to: "tree/\(name)")
        }
        let id = try slowMirror(bench)
        _ = try bench.job(id) { $0.filesDone > 5 }
        let isGone = Signal()
        bench.queue.abandon { isGone.send() }
        isGone.wait()
        let other = try PlanBench.Successor(bench)
        let job = try other.job(id) { $0.state == .done }
        #expect(job.leftOut.count == 0 && job.filesDone == 51)
        for number in 0..<50 { #expect(bench.there.read("tree/f\(number)")?.count == 100_000) }
        let record = try #require(try store(bench).undoRecords().first)
        #expect(try store(bench).undoRecords().count == 1)
        let whole = try #require(try store(bench).undoRecord(record.number))
        let files = bench.connection()
        let result = Undoer.run(whole, on: files, stop: Cancellation())
        #expect(result.failures.count == 0)
        #expect(bench.there.names(in: "tree") == ["f1", "f30", "f49", "zz"])
        #expect(bench.there.read("tree/f30") == Array("old f30".utf8))
    }

    @Test("What the source has again by the time that it would be deleted is kept")
    func cameBack() throws {
        let bench = try PlanBench()
        for name in ["gone", "d/gone", "back", "d/back"] {
            if name == "d/gone" { try bench.there.makeFolder("tree/d") }
            try bench.there.write(name, to: "tree/" + name)
        }
        try bench.there.makeFolder("tree/e")
        try bench.there.write("x", to: "tree/e/x")
        try bench.here.write("x", to: "tree/x")
        try bench.here.makeFolder("tree/d")
        try bench.here.write("y", to: "tree/d/y")
        let (request, plan) = try bench.make(PlanOrder(.mirror(deletes: true), bench.places))
        #expect(words(plan).count == 8)
        for name in ["back", "d/back"] { try bench.here.write("again", to: "tree/" + name) }
        try bench.here.makeFolder("tree/e")
        try bench.here.write("x", to: "tree/e/x")
        let job = try bench.run(request, 0..<8)
        #expect(job.leftOut.count == 3 && job.filesDeleted == 2)
        #expect(
            job.leftOut.sentences.allSatisfy {
                $0.contains("was kept, because") && $0.hasSuffix("Compare again.")
            })
        #expect(bench.there.names(in: "tree/d") == ["back", "y"])
        #expect(bench.there.read("tree/back") == Array("back".utf8))
        #expect(bench.there.read("tree/e/x") == Array("x".utf8))
    }

    @Test("A file that was begun is gone on with after a pause, and not from its start")
    func largeFile() throws {
        let bench = try PlanBench()
        try bench.here.write(String(repeating: "x", count: 12_000_000), to: "tree/large")
        let (request, _) = try bench.make(PlanOrder(.mirror(deletes: false), bench.places))
        bench.queue.send(.limitAll(4_000_000))
        let id = try bench.queueing(request, 0..<1)
        _ = try bench.job(id) { $0.done > 5_000_000 }
        bench.queue.send(.pause(id))
        let paused = try bench.job(id) { $0.state == .paused && $0.lane == nil }
        #expect(paused.filesDone == 0)
        bench.queue.send(.limitAll(nil))
        bench.queue.send(.resume(id))
        _ = try bench.job(id) { $0.state == .done }
        #expect(bench.there.read("tree/large")?.count == 12_000_000)
        let offsets = bench.exchanges.compactMap { exchange in
            exchange.text.hasPrefix("REST ") ? Int(exchange.text.dropFirst(5)) : nil
        }
        #expect(offsets.contains { $0 >= 4_000_000 })
        #expect(bench.there.names(in: "tree") == ["large"])
    }

    @Test("A plan that is paused and then thrown away leaves no partial file")
    func thrownAwayLater() throws {
        let bench = try PlanBench()
        try bench.here.write(String(repeating: "x", count: 8_000_000), to: "tree/large")
        let (request, _) = try bench.make(PlanOrder(.mirror(deletes: false), bench.places))
        bench.queue.send(.limitAll(4_000_000))
        let id = try bench.queueing(request, 0..<1)
        _ = try bench.job(id) { $0.done > 2_000_000 }
        bench.queue.send(.pause(id))
        _ = try bench.job(id) { $0.state == .paused && $0.lane == nil }
        #expect(bench.there.names(in: "tree").count == 1)
        bench.queue.send(.cancel(id, keepsParts: false))
        bench.queue.waitUntilIdle()
        #expect(bench.there.names(in: "tree") == [])
    }

    @Test("What was undone is not done again by a retry, which says why")
    func retriedAfterUndo() throws {
        let bench = try PlanBench()
        try bench.here.write("1.2.4", to: "tree/version")
        try bench.there.write("1.2.3", to: "tree/version")
        let times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 0)]
        #expect(utimensat(AT_FDCWD, bench.there.path("tree/version"), times + times, 0) == 0)
        try bench.here.write("x", to: "tree/x")
        let (request, _) = try bench.make(PlanOrder(.mirror(deletes: false), bench.places))
        // One of the two cannot be copied.
        try bench.there.write("in the way", to: "tree/x")
        let job = try bench.run(request, 0..<2)
        guard case .failed = job.state else { throw Unexpected(job.state) }
        let store = try store(bench)
        let number = try #require(try store.undoRecords().first?.number)
        try store.prepareUndo(of: number)
        let record = try #require(try store.undoRecord(number))
        let files = bench.connection()
        #expect(Undoer.run(record, on: files, stop: Cancellation()).failures.count == 0)
        #expect(bench.there.read("tree/version") == Array("1.2.3".utf8))
        bench.queue.send(.retry(job.id))
        let again = try bench.job(job.id) { $0.tries == 2 && $0.lane == nil }
        guard case .failed(let error) = again.state else { throw Unexpected(again.state) }
        #expect(error.message.contains("The plan was undone or lost; compare again."))
        #expect(bench.there.read("tree/version") == Array("1.2.3".utf8))
        // It is not taken for the same by the next plan.
        let next = try bench.make(PlanOrder(.mirror(deletes: false), bench.places))
        #expect(words(next.plan).contains("replace version"))
    }

    /// A job's state that no test counts on.
    private struct Unexpected: Error {
        let state: Job.State

        init(_ state: Job.State) { self.state = state }
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
