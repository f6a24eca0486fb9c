import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("Names that are taken")
struct ConflictTests {
    @Test("A taken name parks its job with both sides, and the rest flows on")
    func parks() throws {
        let harness = try QueueHarness()
        harness.remote.add("/a", "new!", modified: 2_000)
        harness.remote.add("/b", "b")
        harness.local.add("/a", Array("old".utf8), modified: 1_000)
        try harness.submit(harness.download("/a", to: "/a"), harness.download("/b", to: "/b"))
        harness.queue.awaitIdle()
        let conflict = try #require(harness.job(named: "a")?.conflict)
        #expect(conflict.source.size == 4)
        #expect(conflict.target.size == 3)
        #expect(conflict.target.modified?.seconds == 1_000)
        #expect(conflict.resumable == 3)
        #expect(harness.job(named: "b")?.isDone == true)
        #expect(harness.local.text("/a") == "old")
    }

    @Test(
        "Each policy does what it says",
        arguments: [
            (ConflictPolicy.overwrite, "new!", Job.State.done),
            (.skip, "old", .skipped), (.newerWins, "new!", .done), (.largerWins, "new!", .done),
            (.keepBoth, "old", .done), (.resume, "new!", .done),
        ])
    func policies(policy: ConflictPolicy, text: String, state: Job.State) throws {
        let harness = try QueueHarness()
        harness.remote.add("/a.txt", Array("new!".utf8), modified: 2_000)
        harness.local.add("/a.txt", Array("old".utf8), modified: 1_000)
        let job = try harness.run(harness.download("/a.txt", to: "/a.txt", policy: policy))
        #expect(job.state == state)
        #expect(harness.local.text("/a.txt") == text)
        #expect(harness.local.text("/a (1).txt") == (policy == .keepBoth ? "new!" : nil))
    }

    @Test(
        "Newer wins skips an older source, larger wins a smaller one",
        arguments: [ConflictPolicy.newerWins, .largerWins])
    func losing(policy: ConflictPolicy) throws {
        let harness = try QueueHarness()
        harness.remote.add("/a", Array("x".utf8), modified: 500)
        harness.local.add("/a", Array("old".utf8), modified: 1_000)
        let job = try harness.run(harness.download("/a", to: "/a", policy: policy))
        #expect(job.state == .skipped)
        #expect(job.story.last?.hasPrefix("Skipped, because") == true)
        #expect(harness.local.text("/a") == "old")
    }

    @Test("An answer goes on with one file; one for the batch with all, those to come too")
    func answers() throws {
        let harness = try QueueHarness()
        var requests: [JobRequest] = []
        for name in ["a", "b", "c"] {
            harness.remote.add("/" + name, "new")
            harness.local.add("/" + name, "old")
            requests.append(harness.download("/" + name, to: "/" + name))
        }
        harness.remote.add("/later/d", "new")
        harness.local.add("/later/d", "old")
        requests.append(harness.download("/later", to: "/later"))
        let ids = try harness.submit(requests)
        harness.queue.awaitIdle()
        harness.queue.send(.answer(ids[0], .overwrite, .thisFile))
        harness.queue.awaitIdle()
        #expect(harness.local.text("/a") == "new")
        #expect(harness.local.text("/b") == "old")
        harness.queue.send(.answer(ids[1], .skip, .batch))
        harness.queue.awaitIdle()
        #expect(harness.jobs.map(\.state) == [.done, .skipped, .skipped, .done])
        #expect(harness.local.text("/later/d") == "old")
    }

    @Test("Keep both finds the next free name, before the extension")
    func keepBoth() throws {
        let harness = try QueueHarness(lanes: 1, remote: MemoryVolume(writesInPlace: true))
        harness.local.add("/a.tar", "new")
        harness.remote.add("/a.tar", "0")
        harness.remote.add("/a (1).tar", "1")
        let job = try harness.run(harness.upload("/a.tar", to: "/a.tar", policy: .keepBoth))
        #expect(job.isDone)
        #expect(job.target?.path.text == "/a (2).tar")
        #expect(harness.remote.text("/a (2).tar") == "new")
    }

    @Test("Names get their number before the extension, and never grow too long")
    func freeNames() throws {
        func name(_ text: String, _ number: Int) -> String? {
            Name(text).flatMap { FreeName.candidate($0, number: number) }?.text
        }
        #expect(name("a.txt", 1) == "a (1).txt")
        #expect(name("a", 12) == "a (12)")
        #expect(name(".profile", 1) == ".profile (1)")
        #expect(name("テスト.bin", 3) == "テスト (3).bin")
        let long = try #require(name(String(repeating: "テ", count: 90) + ".txt", 1))
        #expect(long.utf8.count <= 255)
        #expect(long.hasSuffix("テ (1).txt"))
    }

    @Test("Resume continues a shorter file whose end is the same, and says so")
    func resumes() throws {
        let harness = try QueueHarness()
        let bytes = pattern(300_000)
        harness.remote.add("/a", bytes)
        harness.local.add("/a", Array(bytes.prefix(200_000)))
        let job = try harness.run(harness.download("/a", to: "/a", policy: .resume))
        #expect(job.isDone)
        #expect(harness.local.bytes("/a") == bytes)
        #expect(harness.remote.log.contains("open /a \(200_000 - 65_536)"))
        #expect(harness.local.log.contains("create /a 200000"))
        #expect(job.story.contains { $0.hasPrefix("Resumed at 200.0 kB") })
    }

    @Test("Resume starts again where the end differs, and says so")
    func differs() throws {
        let harness = try QueueHarness()
        let bytes = pattern(300_000)
        harness.remote.add("/a", bytes)
        harness.local.add("/a", pattern(200_000, seed: 9))
        let job = try harness.run(harness.download("/a", to: "/a", policy: .resume))
        #expect(job.isDone)
        #expect(harness.local.bytes("/a") == bytes)
        #expect(job.story.contains { $0.contains("differ from the source") })
    }

    @Test("A name taken while its file was copied is a conflict, not a loss")
    func takenMeanwhile() throws {
        let harness = try QueueHarness()
        harness.remote.add("/a", pattern(100))
        harness.remote.lay(MemoryFault(.finishRead, "/a", .hang))
        let ids = try harness.submit(harness.download("/a", to: "/a"))
        harness.remote.waitForHang()
        harness.local.add("/a", "somebody's")
        harness.remote.letGo()
        harness.queue.awaitIdle()
        #expect(harness.job(ids[0])?.conflict?.target.size == 10)
        #expect(harness.local.text("/a") == "somebody's")
        harness.queue.send(.answer(ids[0], .overwrite, .thisFile))
        harness.queue.awaitIdle()
        #expect(harness.local.bytes("/a") == pattern(100))
    }

    @Test("Many uploads into one directory look at it once")
    func oneListing() throws {
        let harness = try QueueHarness()
        harness.remote.add("/up/f3", "taken")
        let requests = (0..<10).map { number in
            harness.local.add("/f\(number)", "new")
            return harness.upload("/f\(number)", to: "/up/f\(number)")
        }
        try harness.submit(requests)
        harness.queue.awaitIdle()
        #expect(harness.job(named: "f3")?.conflict != nil)
        #expect(harness.jobs.count { $0.isDone } == 9)
        #expect(harness.remote.count("list") == 1)
        #expect(harness.remote.count("entry") == 0)
    }

    @Test("What is newer is so by the less exact of both times, in the rule as in its words")
    func newer() {
        func decide(_ ours: Timestamp, _ theirs: Timestamp) -> ConflictRule.Decision {
            let entry = Entry(
                name: Path("/x").components[0], kind: .file, size: 1, modified: theirs)
            return ConflictRule.decide(.newerWins, size: 1, modified: ours, target: entry)
        }
        let noon: Int64 = 1_700_000_040
        let exact = Timestamp(seconds: noon + 18)
        #expect(decide(exact, Timestamp(seconds: noon + 17)) == .overwrite)
        let skipped = ConflictRule.Decision.skip("Skipped, because the target is not older.")
        #expect(decide(exact, exact) == skipped)
        #expect(decide(exact, Timestamp(seconds: noon, precision: .minute)) == skipped)
        #expect(decide(Timestamp(seconds: noon, precision: .minute), exact) == skipped)
        #expect(decide(exact, Timestamp(seconds: noon - 60, precision: .minute)) == .overwrite)
        // Of clocks that cannot be compared nobody knows.
        #expect(decide(exact, Timestamp(seconds: noon, precision: .minute, isZoned: false)) == .ask)
    }

    @Test("Times compare as exactly as the less exact one, and not across unknown zones")
    func timeOrder() {
        let exact = Timestamp(seconds: 1_000_030)
        let minute = Timestamp(seconds: 1_000_020, precision: .minute)
        let local = Timestamp(seconds: 1_000_020, precision: .minute, isZoned: false)
        #expect(Timestamp.order(exact, minute) == 0)
        #expect(Timestamp.order(exact, Timestamp(seconds: 1_000_031)) == -1)
        #expect(
            Timestamp.order(Timestamp(seconds: -1), Timestamp(seconds: 0, precision: .day)) == -1)
        #expect(Timestamp.order(exact, local) == nil)
    }
}
