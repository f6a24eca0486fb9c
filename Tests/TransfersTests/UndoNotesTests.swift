import Files
import SQLite
import Glibc
import Jobs
import Local
import Support
import Testing

@testable import Transfers

@Suite("What jobs have done is kept, so that it can be undone")
struct UndoNotesTests {
    private func records(_ harness: QueueHarness, _ store: Store) throws -> [UndoRecord] {
        harness.stop()
        let isWritten = Signal()
        harness.queue.afterWriting { isWritten.send() }
        isWritten.wait()
        return try store.undoRecords().compactMap { try store.undoRecord($0.number) }
    }

    @Test("All kinds of steps come back as they were kept") func roundTrip() throws {
        let store = try Store.open(at: nil)
        let odd = Path([0x2F, 0xFF, 0x0A])
        let id = TrashID(directory: odd, name: try #require(Name("n")))
        let time = Timestamp(seconds: -5, precision: .minute, isZoned: false)
        let whats: [UndoStep.What] = [
            .madeDirectory, .madeFile(size: 7, modified: time), .madeFile(size: nil, modified: nil),
            .madeLink(to: [0xFE]), .renamed(from: odd), .moved(from: .root),
            .changed(mode: 0o4755, modified: nil), .changed(mode: nil, modified: time),
            .trashed(id),
        ]
        let site = Site(scheme: .sftp, host: "h", user: "u")
        let record = UndoRecord(
            .move, on: site, from: .local, time: Int64(Glibc.time(nil)),
            steps: whats.map { UndoStep(odd, $0) }, lost: 2)
        try store.noteUndo(record)
        let listed = try #require(try store.undoRecords().first)
        #expect(listed.steps.count == UndoRows.shownSteps && listed.count == whats.count)
        let found = try #require(try store.undoRecord(listed.number))
        #expect(found.steps.map(\.what) == whats && found.steps.allSatisfy { $0.path == odd })
        #expect(found.site == site && found.origin == .local && found.lost == 2)
        // What was undone is forgotten, and the record with the last of it.
        let numbers = found.steps.map(\.number)
        try store.endUndo(found.number, steps: Array(numbers.dropFirst()), failure: "Why.")
        let left = try #require(try store.undoRecord(found.number))
        #expect(left.steps.map(\.number) == [numbers[0]] && left.failure == "Why.")
        try store.endUndo(found.number, steps: [numbers[0]], failure: nil)
        #expect(try store.undoRecord(found.number) == nil)
    }

    @Test("Many mirrors push out one another only") func mirrors() throws {
        let store = try Store.open(at: nil)
        let now = Int64(Glibc.time(nil))
        func note(_ action: UndoRecord.Action) throws {
            try store.noteUndo(
                UndoRecord(
                    action, on: .local, time: now, steps: [UndoStep(.root, .madeDirectory)]))
        }
        try note(.rename)
        for _ in 0..<(UndoRows.mirrors + 20) { try note(.mirror) }
        try note(.trash)
        let records = try store.undoRecords()
        #expect(records.count == UndoRows.mirrors + 2)
        #expect(records.count { $0.action == .mirror } == UndoRows.mirrors)
        let steps = try store.database.read {
            try $0.first(Int.self, sql: "SELECT count(*) FROM undo_step")
        }
        #expect(steps == records.count)
    }

    @Test("The oldest records go, with their steps") func bounds() throws {
        let store = try Store.open(at: nil)
        let now = Int64(time(nil))
        func note(_ time: Int64) throws {
            try store.noteUndo(
                UndoRecord(
                    .makeFile, on: .local, time: time,
                    steps: [UndoStep(.root, .madeFile(size: 0, modified: nil))]))
        }
        try note(now - UndoRows.age - 1)
        try note(now)
        #expect(try store.undoRecords().count == 1)
        for _ in 0..<(UndoRows.records + 5) { try note(now) }
        #expect(try Int64(store.undoRecords().count) == UndoRows.records)
        let steps = try store.database.read { database in
            try database.first(Int.self, sql: "SELECT count(*) FROM undo_step")
        }
        #expect(steps.map(Int64.init) == UndoRows.records)
    }

    @Test("A copied tree: each directory and file that was not there before")
    func copied() throws {
        let store = try Store.open(at: nil)
        let harness = try QueueHarness(store: store)
        harness.remote.add("/d/a", "hello")
        harness.remote.add("/d/sub/b", "world!")
        _ = try harness.run(harness.download("/d", to: "/d"))
        let record = try #require(try records(harness, store).first)
        #expect(record.action == .copy && record.lost == 0)
        #expect(
            Set(record.steps.map(\.path))
                == Set(["/d", "/d/a", "/d/sub", "/d/sub/b"].map { Path($0) }))
        #expect(record.steps.first?.path == Path("/d"))
        for step in record.steps where step.path == Path("/d/sub/b") {
            guard case .madeFile(size: 6, _) = step.what else {
                Issue.record("\(step)")
                return
            }
        }
    }

    @Test("What was replaced cannot be undone, and nothing of it is kept") func replaced() throws {
        let store = try Store.open(at: nil)
        let harness = try QueueHarness(store: store)
        harness.remote.add("/a", "hello")
        harness.local.add("/a", "old")
        _ = try harness.run(harness.download("/a", to: "/a", policy: .overwrite))
        let record = try #require(try records(harness, store).first)
        #expect(record.steps.isEmpty && record.lost == 1)
    }

    @Test("A move to another place is one step; its copies alone are none") func moved() throws {
        let store = try Store.open(at: nil)
        let harness = try QueueHarness(store: store)
        harness.remote.add("/d/a", "hello")
        harness.remote.add("/d/b", "world!")
        _ = try harness.run(harness.download("/d", to: "/e", .move))
        let record = try #require(try records(harness, store).first)
        #expect(record.action == .move && record.origin == harness.remote.site)
        #expect(record.steps.map(\.what) == [.moved(from: Path("/d"))])
        #expect(record.steps.map(\.path) == [Path("/e")])
    }

    @Test("What the queue has not finished is not undone, and two origins are two records")
    func running() throws {
        let store = try Store.open(at: nil)
        let numbers = try store.add([
            JobRequest(
                operation: .copy, source: Location(site: .local, path: Path("/a")),
                entry: Entry(name: try #require(Name("a")), kind: .file),
                target: Location(site: .local, path: Path("/b")))
        ])
        let number = try #require(numbers.first)
        let batch = try #require(try store.allJobs().first { $0.id == number }).batch
        func note(_ origin: Site?) -> UndoNote {
            UndoNote(
                batch: batch, action: .copy, site: .local, origin: origin,
                time: Int64(time(nil)), content: .step(UndoStep(Path("/b"), .madeDirectory)))
        }
        let other = Site(scheme: .ftp, host: "other")
        try store.write([], removing: [], undo: [note(nil), note(other), note(nil)])
        try store.write([], removing: [], undo: [note(other)])
        let records = try store.undoRecords()
        #expect(records.map(\.count) == [2, 2] && Set(records.map(\.origin)) == [nil, other])
        #expect(records.count { $0.isRunning } == 2)
        try store.write([], removing: numbers)
        #expect(try store.undoRecords().count { $0.isRunning } == 0)
    }
}
