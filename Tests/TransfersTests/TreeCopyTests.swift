import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("A directory that its server may copy with all that is in it")
struct TreeCopyTests {
    private let volume = MemoryVolume(
        site: Site(scheme: .dav, host: "memory"),
        capabilities: [.write, .exactTimes, .setModified])

    init() {
        for folder in 0..<3 {
            for file in 0..<4 { volume.add("/top/\(folder)/\(file)", "text \(file)") }
        }
        volume.addDirectory("/top/empty")
        volume.add("/top/file", "x")
        volume.addDirectory("/to")
    }

    private func harness(
        _ skill: TreeCopyingMemoryFileSystem.Skill, store: Store? = nil,
        whenDone: (@Sendable (RunCounts) -> Void)? = nil
    ) throws -> QueueHarness {
        try QueueHarness(store: store, remote: volume, trees: skill, whenDone: whenDone)
    }

    private func copy(_ harness: QueueHarness, to target: String = "/to/top") throws -> Job {
        try harness.run(
            harness.request(.copy, from: volume, "/top", to: volume, target, policy: .overwrite))
    }

    /// Whether all is where it belongs, and nothing else.
    private func isCopied(to target: String = "/to/top") -> Bool {
        let isThere = (0..<3).allSatisfy { folder in
            (0..<4).allSatisfy { volume.text("\(target)/\(folder)/\($0)") == "text \($0)" }
        }
        return isThere && volume.entry("\(target)/empty")?.kind == .directory
            && volume.text("\(target)/file") == "x" && volume.leftovers.isEmpty
    }

    @Test("One that can does it in one exchange, and all of it counts") func whole() throws {
        let store = try Store.open(at: nil)
        let harness = try harness(.init(.whole), store: store)
        let job = try copy(harness)
        #expect(job.isDone)
        #expect(isCopied())
        #expect(volume.count("copyTree") == 1)
        #expect(volume.count("open") == 0 && volume.count("makeDirectory") == 0)
        #expect(job.filesDone == 13 && job.filesFound == 13)
        #expect(job.done == 73 && job.size == 73 && job.fraction == 1)
        #expect(job.story.contains("The server copied it itself."))
        harness.stop()
        let isWritten = Signal()
        harness.queue.afterWriting { isWritten.send() }
        isWritten.wait()
        let listed = try #require(try store.undoRecords().first)
        let record = try #require(try store.undoRecord(listed.number))
        #expect(record.steps.count == 18)
        #expect(record.steps.contains { $0.path == Path("/to/top/2/3") })
    }

    @Test("What it leaves out is found, and all is copied file by file") func partial() throws {
        let job = try copy(harness(.init(.allBut("3"))))
        #expect(job.isDone)
        #expect(isCopied())
        #expect(job.filesDone == 13)
    }

    @Test("One that does not is not asked") func none() throws {
        let job = try copy(harness(.init(.none)))
        #expect(job.isDone)
        #expect(isCopied())
        #expect(volume.count("copyTree") == 0)
    }

    @Test("Where the connection breaks, it goes file by file, and what was left is removed")
    func broken() throws {
        let job = try copy(harness(.init(.broken)))
        #expect(job.isDone && job.filesDone == 13)
        #expect(isCopied())
        #expect(volume.count("copyTree") == 1)
    }

    @Test("What is in a target that was there before is not taken for its own")
    func foreign() throws {
        volume.add("/to/top/0/0", "TEXT 0")
        let job = try copy(harness(.init(.whole)))
        #expect(job.isDone)
        #expect(isCopied())
        #expect(volume.count("copyTree") == 0)
    }

    @Test("One directory that cannot be read does not keep the others from being copied")
    func unreadable() throws {
        volume.lay(
            MemoryFault(.list, "/top/1", MemoryFault.refused(), times: 9))
        let job = try copy(harness(.init(.whole)))
        #expect(!job.isDone)
        #expect(volume.text("/to/top/2/3") == "text 3" && volume.text("/to/top/1/3") == nil)
    }

    @Test("Where the connection breaks when it gets its name, it goes file by file")
    func unnamed() throws {
        volume.lay(
            MemoryFault(.rename, nil, MemoryFault.broken()))
        let job = try copy(harness(.init(.whole)))
        #expect(job.isDone)
        #expect(isCopied())
    }

    @Test(
        "A target that is there, or appears meanwhile, is not replaced as a whole",
        arguments: [false, true])
    func taken(isMeanwhile: Bool) throws {
        let volume = volume
        if !isMeanwhile { volume.add("/to/top/other", "stays") }
        let skill = TreeCopyingMemoryFileSystem.Skill(.whole) { target in
            #expect(target == Path("/to/top"))
            volume.add("/to/top/other", "stays")
        }
        let job = try copy(harness(skill))
        #expect(job.isDone)
        #expect(isCopied())
        #expect(volume.text("/to/top/other") == "stays")
        #expect(volume.count("copyTree") == (isMeanwhile ? 1 : 0))
    }

    @Test(
        "One with a link, or with somebody's unfinished file, is copied file by file",
        arguments: [true, false])
    func odd(isLink: Bool) throws {
        if isLink {
            volume.addLink("/top/0/link", to: "3")
        } else {
            volume.add("/top/0/.ferry-zzzzzzzz-1", "half")
        }
        let job = try copy(harness(.init(.whole)))
        #expect(job.isDone)
        #expect(volume.text("/to/top/2/3") == "text 3")
        #expect(volume.count("copyTree") == 0)
    }

    @Test("Nothing is copied into itself") func within() throws {
        _ = try copy(harness(.init(.whole)), to: "/top/0/top")
        #expect(volume.count("copyTree") == 0)
    }

    @Test("Other directories go file by file: out of an FTP server, and here") func others() throws
    {
        let ftp = MemoryVolume()
        ftp.add("/top/a", "a")
        let harness = try QueueHarness(remote: ftp, trees: .init(.whole))
        let job = try harness.run(harness.request(.copy, from: ftp, "/top", to: ftp, "/new"))
        #expect(job.isDone && ftp.text("/new/a") == "a")
        #expect(ftp.count("copyTree") == 0)
    }
}
