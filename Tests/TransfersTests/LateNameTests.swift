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
    private func killed() throws -> (JobID, StoredPart) {
        let before = try harness()
        remote.lay(MemoryFault(.commit, "/a", .hang))
        let id = try before.submit(before.upload("/a", to: "/a"))[0]
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
