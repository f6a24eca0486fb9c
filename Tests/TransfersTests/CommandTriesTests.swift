import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("What a command tries again")
struct CommandTriesTests {
    @Test("A transfer is tried three times, and each retry is said")
    func threeTries() throws {
        let harness = try QueueHarness(isShared: false)
        for name in ["a", "b"] { harness.remote.add("/" + name, "x") }
        try harness.run(harness.download("/a", to: "/a"))
        harness.remote.lay(MemoryFault(.open, nil, MemoryFault.broken("Refused"), times: 9))
        let id = try harness.submit(harness.download("/b", to: "/b"))[0]
        for seconds in [1.0, 4] { harness.clock.pass(seconds) }
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.failure?.reply == "Refused")
        #expect(harness.job(id)?.tries == 3)
        #expect(
            harness.retries.all == [
                "The server closed the connection. (Refused) Trying again in 1 s (2 of 3).",
                "The server closed the connection. (Refused) Trying again in 4 s (3 of 3).",
            ])
    }

    @Test("A removal is tried twice")
    func removal() throws {
        let harness = try QueueHarness(isShared: false)
        harness.remote.add("/a", "x")
        harness.remote.lay(MemoryFault(.removeFile, nil, MemoryFault.broken(), times: 9))
        let id = try harness.submit(
            harness.request(.delete, from: harness.remote, "/a"))[0]
        harness.clock.pass(1)
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.failure?.kind == .connection)
        #expect(harness.retries.all.count == 1)
        #expect(harness.retries.all.first?.hasSuffix("Trying again in 1 s (2 of 2).") == true)
    }

    @Test(
        "A download that moves on each time is not given up, however often the line breaks",
        arguments: [false, true])
    func movesOn(isUpload: Bool) throws {
        let harness = try QueueHarness(isShared: false)
        let bytes = pattern(4_000_000)
        let (from, to) =
            isUpload ? (harness.local, harness.remote) : (harness.remote, harness.local)
        from.add("/big", bytes)
        for number in 1...9 {
            harness.remote.lay(
                MemoryFault(
                    isUpload ? .write : .read, "/big", atByte: UInt64(number) * 400_000,
                    MemoryFault.broken()))
        }
        let request =
            isUpload
            ? harness.upload("/big", to: "/big") : harness.download("/big", to: "/big")
        let id = try harness.submit(request)[0]
        harness.passUntilIdle()
        #expect(harness.job(id)?.isDone == true, "\(harness.job(id)?.story ?? [])")
        #expect(to.bytes("/big") == bytes)
        #expect(harness.retries.all.count >= 9)
        #expect(harness.retries.all.contains { $0.hasSuffix("Trying again at once (2 of 3).") })
    }

    @Test(
        "What was sent and not kept is no progress",
        arguments: [FileSystemError.Kind.connection, .timeout, .other])
    func sentInVain(kind: FileSystemError.Kind) throws {
        let harness = try QueueHarness(
            remote: MemoryVolume(capabilities: []), isShared: false)
        harness.local.add("/big", pattern(9_000_000))
        // Each time a little more goes into the line before the server tells.
        for number in 1...5 {
            harness.remote.lay(
                MemoryFault(
                    .write, "/big", atByte: UInt64(number) * 1_500_000,
                    .fail(
                        FileSystemError(
                            kind, reply: "426 Disk", detail: "It failed.", isTransient: true))))
        }
        let id = try harness.submit(harness.upload("/big", to: "/big"))[0]
        harness.passUntilIdle()
        #expect(harness.job(id)?.failure?.reply == "426 Disk")
        #expect(harness.job(id)?.tries == 3)
    }

    @Test("A dead server is tried three times for all of many files", arguments: [1, 4])
    func deadServer(lanes: Int) throws {
        let harness = try QueueHarness(lanes: lanes, isShared: false)
        var requests: [JobRequest] = []
        for number in 0..<30 {
            harness.remote.add("/f\(number)", "x")
            requests.append(harness.download("/f\(number)", to: "/f\(number)"))
        }
        harness.remote.lay(MemoryFault(.read, nil, MemoryFault.broken("Lost"), times: 1_000))
        let ids = try harness.submit(requests)
        harness.passUntilIdle()
        #expect(ids.allSatisfy { harness.job($0)?.failure?.kind == .connection })
        #expect(
            ids.contains { id in
                harness.job(id)?.failure?.message.contains(
                    "was not processed, because the connection to")
                    == true
            })
        #expect(harness.remote.count("open") <= 3 * lanes)
        #expect(harness.retries.all.count == 2)
    }

    @Test("One file at which the server hangs up ends none of the others")
    func oneFile() throws {
        let harness = try QueueHarness(isShared: false)
        var requests: [JobRequest] = []
        for number in 0..<12 {
            harness.remote.add("/f\(number)", "x")
            requests.append(harness.download("/f\(number)", to: "/f\(number)"))
        }
        harness.remote.lay(MemoryFault(.read, "/f3", MemoryFault.broken(), times: 1_000))
        let ids = try harness.submit(requests)
        harness.passUntilIdle()
        for (number, id) in ids.enumerated() {
            #expect(harness.job(id)?.isDone == (number != 3), "\(number)")
        }
    }
}
