import Files
import Jobs
import Support
import Testing

@testable import Transfers

/// Random trees, random faults and random commands: whatever happens, what is left in the end is
/// whole, counted right and asked for.
@Suite("Whatever happens")
struct StressTests {
    /// A generator that gives the same numbers for the same seed.
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private func plant(_ volume: MemoryVolume, _ random: inout Random) -> [String] {
        var files: [String] = []
        for number in 0..<Int.random(in: 20...120, using: &random) {
            var path = "/top"
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                path += "/d\(Int.random(in: 0...2, using: &random))"
            }
            path += "/f\(number)"
            let size = Int.random(in: 0...3_000, using: &random)
            volume.add(path, pattern(size, seed: UInt64(number)))
            files.append(path)
        }
        return files
    }

    private func layFaults(_ harness: QueueHarness, _ files: [String], _ random: inout Random) {
        let operations: [MemoryFault.Operation] = [.open, .read, .finishRead, .list, .details]
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            let action = Bool.random(using: &random) ? MemoryFault.broken() : MemoryFault.refused()
            harness.remote.lay(
                MemoryFault(
                    operations.randomElement(using: &random) ?? .open,
                    Bool.random(using: &random) ? files.randomElement(using: &random) : nil,
                    action))
        }
        harness.local.lay(MemoryFault(.create, nil, MemoryFault.refused("No")))
        harness.local.lay(
            MemoryFault(.commit, files.randomElement(using: &random), MemoryFault.refused("No")))
    }

    @Test(
        "A directory arrives whole, however often it is paused, retried and broken",
        arguments: 1...60)
    func arrives(seed: UInt64) throws {
        var random = Random(state: seed)
        let harness = try QueueHarness(lanes: Int.random(in: 1...4, using: &random))
        let files = plant(harness.remote, &random)
        layFaults(harness, files, &random)
        let isMove = seed % 3 == 0
        let wanted = Dictionary(
            uniqueKeysWithValues: files.map { ($0, harness.remote.bytes($0)) })
        let id = try harness.submit(
            harness.download("/top", to: "/top", isMove ? .move : .copy, policy: .overwrite))[0]
        for _ in 0..<30 {
            let jobs = harness.jobs
            guard let job = jobs.randomElement(using: &random) else { break }
            let commands: [QueueCommand] = [
                .pause(job.id), .resume(job.id), .pauseAll, .resumeAll, .retry(job.id),
                .retryFailed, .move(job.id, by: Int.random(in: -3...3, using: &random)),
                .limit(job.id, nil),
            ]
            if let command = commands.randomElement(using: &random) { harness.queue.send(command) }
            harness.clock.passAll()
        }
        for _ in 0..<40 where harness.job(id)?.isDone != true {
            harness.queue.send(.resumeAll)
            harness.queue.send(.retryFailed)
            harness.passUntilIdle()
        }
        let job = try #require(harness.job(id))
        #expect(job.isDone, "\(job.state) \(job.story)")
        #expect(harness.jobs.count == 1)
        for (path, bytes) in wanted { #expect(harness.local.bytes(path) == bytes, "\(path)") }
        if isMove {
            #expect(harness.remote.paths == [])
        } else {
            #expect(job.filesDone == files.count)
            #expect(job.filesFound == files.count)
            #expect(job.done == UInt64(wanted.values.reduce(0) { $0 + ($1?.count ?? 0) }))
            #expect(job.size == job.done)
        }
    }

    @Test("Cancelling some of it leaves the rest whole and the sums right", arguments: 1...40)
    func sums(seed: UInt64) throws {
        var random = Random(state: seed &* 131)
        let harness = try QueueHarness(lanes: 2)
        let files = plant(harness.remote, &random)
        for path in files where Bool.random(using: &random) { harness.local.add(path, "taken") }
        layFaults(harness, files, &random)
        let id = try harness.submit(harness.download("/top", to: "/top"))[0]
        for _ in 0..<4 {
            harness.passUntilIdle()
            for job in harness.jobs where job.id != id && Bool.random(using: &random) {
                harness.queue.send(.cancel(job.id, keepsParts: false))
            }
        }
        for _ in 0..<40 where harness.job(id)?.isDone != true {
            harness.queue.send(.answer(id, .overwrite, .batch))
            harness.queue.send(.retryFailed)
            harness.passUntilIdle()
        }
        let job = try #require(harness.job(id))
        #expect(job.isDone, "\(harness.jobs.map(\.state))")
        #expect(job.filesDone == job.filesFound)
        #expect(job.size == job.done)
        #expect(job.unmeasured.files == 0 && job.unmeasured.unreadDirectories == 0)
    }

    @Test("Cancelling everything at any moment leaves no job and no part", arguments: 1...40)
    func cancelled(seed: UInt64) throws {
        var random = Random(state: seed &* 77)
        let harness = try QueueHarness(lanes: 3)
        let files = plant(harness.remote, &random)
        layFaults(harness, files, &random)
        let ids = try harness.submit(
            harness.download("/top", to: "/top"), harness.download(files[0], to: "/single"))
        for _ in 0..<Int.random(in: 0...10, using: &random) {
            if let job = harness.jobs.randomElement(using: &random) {
                harness.queue.send(
                    Bool.random(using: &random)
                        ? .pause(job.id) : .cancel(job.id, keepsParts: false))
            }
        }
        for id in ids { harness.queue.send(.cancel(id, keepsParts: false)) }
        harness.passUntilIdle()
        #expect(harness.jobs.isEmpty)
        for path in files + ["/single"] { #expect(harness.local.part(path) == nil, "\(path)") }
    }
}

extension QueueHarness {
    /// Lets all long times pass until nothing goes on.
    func passUntilIdle() {
        let isIdle = Flag()
        queue.whenIdle { isIdle.set() }
        while !isIdle.isSet { clock.passAll() }
    }
}
