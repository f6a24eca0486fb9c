import Files
import Jobs
import Support
import Testing

@testable import Transfers

/// A process is killed that had sent a file whole, and asked for its name.
@Suite("What a killed process had sent whole")
struct LateNameTests {
    private let folder: TemporaryFolder
    private let local = MemoryVolume(site: .local)
    private let remote = MemoryVolume()

    init() throws {
        folder = try TemporaryFolder()
        local.add("/a", "whole")
    }

    private func harness() throws -> QueueHarness {
        try QueueHarness(
            store: try Store.open(at: folder.path("s")), local: local, remote: remote)
    }

    /// Kills a queue as it asks for the name; the job, and its part.
    private func killed(_ policy: ConflictPolicy = .ask) throws -> (JobID, StoredPart) {
        let before = try harness()
        remote.lay(MemoryFault(.commit, "/a", .hang))
        let id = try before.submit(before.upload("/a", to: "/a", policy: policy))[0]
        remote.waitForHang()
        before.kill()
        let registry = PartRegistry(try Store.open(at: folder.path("s")))
        return (id, try #require(try registry.list().first?.parts.first))
    }

    /// Gives the part its name, as a server does that comes to it late; with a time of its own.
    private func name(_ part: StoredPart) throws {
        let pending = PendingCommit(
            part: part.part,
            creation: Creation(size: 5, modified: Timestamp(seconds: 9), root: part.root), size: 5)
        let results = remote.connect().commit([pending]) { _ in }
        _ = try results[part.part.id]?.get()
    }

    private func check(_ after: QueueHarness, _ id: JobID) {
        after.watcher.wait("its end") { $0[id]?.isDone == true }
        #expect(remote.text("/a") == "whole")
        #expect(remote.count("create") == 1)
        after.stop()
        #expect(remote.partCount == 0)
    }

    @Test("It gets its name without being sent again")
    func whole() throws {
        let (id, _) = try killed()
        check(try harness(), id)
    }

    @Test("It has its name, which is not asked about, whatever time the server gave it")
    func named() throws {
        let (id, part) = try killed()
        try name(part)
        check(try harness(), id)
    }

    @Test("It gets the name late, just as the next process asks for it")
    func late() throws {
        let (id, part) = try killed()
        remote.lay(MemoryFault(.commit, "/a", .hang))
        let after = try harness()
        remote.waitForHang()
        try name(part)
        remote.letGo()
        check(after, id)
    }

    @Test("It gets the name late, between two questions of the next process about it")
    func betweenQuestions() throws {
        let (id, part) = try killed()
        remote.lay(MemoryFault(.entry, "/a", .hang))
        let after = try harness()
        remote.waitForHang()
        try name(part)
        remote.letGo()
        check(after, id)
    }

    @Test("It gets the name late, after the next process has read which names there are")
    func afterListing() throws {
        let names = ["/a", "/b", "/c"]
        for name in names { local.add(name, "whole") }
        let before = try harness()
        remote.lay(MemoryFault(.commit, "/a", .hang))
        let ids = try before.submit(names.map { before.upload($0, to: $0) })
        remote.waitForHang()
        before.kill()
        let registry = PartRegistry(try Store.open(at: folder.path("s")))
        let parts = try #require(try registry.list().first?.parts)
        let part = try #require(parts.first { $0.part.file == Path("/b") })
        let listings = remote.count("list")
        remote.lay(MemoryFault(.partialSize, "/b", .hang))
        let after = try harness()
        remote.waitForHang()
        #expect(remote.count("list") == listings + 1)
        try name(part)
        remote.letGo()
        for id in ids { after.watcher.wait("its end") { $0[id]?.isDone == true } }
        #expect(names.allSatisfy { remote.text($0) == "whole" })
        #expect(remote.count("create") == 3)
        after.stop()
        #expect(remote.partCount == 0)
    }

    @Test("Somebody else's file comes between two questions of the next process, and stays")
    func replacedBetweenQuestions() throws {
        let (id, part) = try killed()
        remote.lay(MemoryFault(.entry, "/a", .hang))
        let after = try harness()
        remote.waitForHang()
        try replace(part)
        remote.letGo()
        waitForQuestion(after, id)
        #expect(remote.text("/a") == "other")
        after.stop()
    }

    /// Writes down what has become of the part.
    private func note(_ body: (PartRegistry, PartRegistry.Listing) throws -> Void) throws {
        let registry = PartRegistry(try Store.open(at: folder.path("s")))
        try body(registry, try #require(try registry.list().first))
    }

    /// Puts somebody's file in the place of the part, of the same size.
    private func replace(_ part: StoredPart) throws {
        try remote.connect().discard(part.part, root: nil)
        remote.add("/a", "other", modified: 1_600_000_000)
    }

    private func waitForQuestion(_ queue: QueueHarness, _ id: JobID) {
        queue.watcher.wait("the question") { jobs in
            if case .needsAnswer = jobs[id]?.state { true } else { false }
        }
    }

    @Test(
        "Somebody else's file of the same size is asked about", arguments: [false, true])
    func sameSize(isFinished: Bool) throws {
        let (id, part) = try killed()
        if isFinished {
            try note { registry, owner in
                try registry.note(.init(stages: [part.part.id: .done]), of: owner.id)
            }
        }
        try replace(part)
        let after = try harness()
        waitForQuestion(after, id)
        #expect(remote.text("/a") == "other")
        after.stop()
    }

    @Test("It is overwritten where that was wanted, by a copy that is made again")
    func overwritten() throws {
        let (id, part) = try killed(.overwrite)
        try replace(part)
        let after = try harness()
        after.watcher.wait("its end") { $0[id]?.isDone == true }
        #expect(remote.text("/a") == "whole")
        #expect(remote.count("create") == 2)
        after.stop()
    }

    @Test("It comes just as the name is asked for again, and is not taken for the copy")
    func replacedLate() throws {
        let (id, part) = try killed()
        remote.lay(MemoryFault(.commit, "/a", .hang))
        let after = try harness()
        remote.waitForHang()
        try replace(part)
        remote.letGo()
        after.watcher.wait("the pause") { jobs in
            switch jobs[id]?.wait {
            case .retry, .reconnect: true
            default: false
            }
        }
        after.queue.send(.retry(id))
        waitForQuestion(after, id)
        #expect(remote.text("/a") == "other")
        after.stop()
    }

    @Test("The file that was to be replaced is kept where somebody else's has the name")
    func replacedAside() throws {
        let (id, part) = try killed()
        var known = part
        known.part.aside = part.part.id.name(inRole: 3)
        known.stage = .named
        try note { registry, owner in try registry.note(known, of: owner.id) }
        try replace(part)
        let aside = "/" + part.part.id.name(inRole: 3).text
        remote.add(aside, "before")
        let after = try harness()
        after.queue.awaitIdle()
        #expect(after.job(id)?.isDone == false)
        #expect(remote.text(aside) == "before")
        #expect(remote.text("/a") == "other")
        after.queue.send(.cancel(id, keepsParts: false))
        after.queue.awaitIdle()
        after.stop()
        #expect(remote.text(aside) == "before")
    }

    @Test("On this machine too, where the source has no time")
    func timeless() throws {
        remote.add("/b", "whole", modified: nil)
        let before = try harness()
        local.lay(MemoryFault(.commit, "/b", .hang))
        let id = try before.submit(before.download("/b", to: "/b"))[0]
        local.waitForHang()
        before.kill()
        let registry = PartRegistry(try Store.open(at: folder.path("s")))
        let part = try #require(try registry.list().first?.parts.first)
        try local.connect().discard(part.part, root: nil)
        local.add("/b", "other", modified: 1_600_000_000)
        let after = try harness()
        waitForQuestion(after, id)
        #expect(local.text("/b") == "other")
        after.stop()
    }

    @Test("Somebody else's file of another size is asked about")
    func foreign() throws {
        let (id, part) = try killed()
        try remote.connect().discard(part.part, root: nil)
        remote.add("/a", "another one's")
        let after = try harness()
        after.watcher.wait("the question") { jobs in
            if case .needsAnswer = jobs[id]?.state { true } else { false }
        }
        #expect(remote.text("/a") == "another one's")
    }
}
