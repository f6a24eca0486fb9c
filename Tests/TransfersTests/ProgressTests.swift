import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("How far a tree is")
struct ProgressTests {
    /// Five hundred files, at one of which the writing hangs.
    private func hanging(
        at file: String, sizes: Bool = true, listing seconds: Double = 0, name: (Int) -> String,
        size: (Int) -> Int
    ) throws -> (harness: QueueHarness, id: JobID) {
        let remote = MemoryVolume(tellsSizes: sizes)
        remote.slow(.list, by: seconds)
        let harness = try QueueHarness(remote: remote)
        for number in 0..<500 { remote.add(name(number), pattern(size(number))) }
        harness.local.lay(MemoryFault(.create, file, .hang))
        let id = try harness.submit(harness.download("/d", to: "/d"))[0]
        harness.local.waitForHang()
        return (harness, id)
    }

    private func finish(_ harness: QueueHarness, _ id: JobID) throws {
        harness.local.letGo()
        harness.queue.awaitIdle()
        let job = try #require(harness.job(id))
        #expect(job.isDone)
        #expect(job.filesDone == 500 && job.filesFound == 500)
        #expect(job.unmeasured.files == 0 && job.unmeasured.unreadDirectories == 0)
        #expect(job.done == job.size)
    }

    private static func padded(_ number: Int) -> String {
        String(repeating: "0", count: 3 - String(number).count) + String(number)
    }

    @Test("What is in directories that are not read yet is taken into account")
    func walking() throws {
        // So slow that each is read by itself.
        let (harness, id) = try hanging(at: "/d/2/106", listing: 0.11) { number in
            "/d/\(number / 50)/\(ProgressTests.padded(number))"
        } size: { _ in
            1_000
        }
        let job = try #require(harness.job(id))
        // Of the three directories read by now, nearly all is done.
        #expect((100...106).contains(job.filesDone) && job.filesFound == 150)
        let fraction = try #require(job.fraction)
        #expect((0.1...0.3).contains(fraction), "\(fraction)")
        try finish(harness, id)
    }

    @Test("Files whose size no listing tells are taken for average ones")
    func unsized() throws {
        let (harness, id) = try hanging(at: "/d/106", sizes: false) { number in
            "/d/\(ProgressTests.padded(number))"
        } size: { _ in
            100_000
        }
        let job = try #require(harness.job(id))
        #expect(job.filesDone <= 106 && job.filesFound == 500)
        let fraction = try #require(job.fraction)
        #expect((0.1...0.25).contains(fraction), "\(fraction)")
        try finish(harness, id)
    }

    @Test("Files of uneven sizes count by their bytes")
    func uneven() throws {
        let (harness, id) = try hanging(at: "/d/106") { number in
            "/d/\(ProgressTests.padded(number))"
        } size: { number in
            number == 499 ? 30_000_000 : 1_000
        }
        let job = try #require(harness.job(id))
        #expect(try #require(job.fraction) < 0.15)
        try finish(harness, id)
    }

    @Test("A file without a size that is larger than all before it is not the end")
    func large() {
        let place = Location(site: .local, path: Path("/d"))
        var job = Job(
            id: JobID(rawValue: 1), batch: BatchID(rawValue: 1), operation: .copy, kind: .directory,
            source: place, target: place, state: .expanding, size: 0, done: 50_000_000)
        (job.filesFound, job.unmeasured.files) = (100, 100)
        #expect(job.percent1000 ?? 1_000 < 20)
        (job.filesDone, job.size, job.unmeasured.files) = (1, 10, 99)
        #expect(job.percent1000 ?? 0 > 800)
        #expect(job.percent1000 ?? 1_000 < 1_000)
    }

    @Test("What is not known of a tree is told to the processes that look on")
    func stored() throws {
        let folder = try TemporaryFolder()
        let store = try Store.open(at: folder.path("s"))
        let place = Location(site: .local, path: Path("/d"))
        var job = Job(
            id: JobID(rawValue: 1), batch: BatchID(rawValue: 1), operation: .copy, kind: .directory,
            source: place, target: place, state: .expanding, size: 1_000)
        job.filesFound = 7
        (job.unmeasured.files, job.unmeasured.unreadDirectories) = (3, 2)
        job.unmeasured.readDirectories = 5
        try store.write([StoredJob(job: job, position: 1)], removing: [])
        #expect(try store.allJobs().first?.unmeasured == job.unmeasured)
        job.unmeasured.files = 1
        try store.writeProgress([StoredJob(job: job, position: 1)])
        #expect(try store.allJobs().first?.unmeasured == job.unmeasured)
    }
}

extension Job {
    /// How far it is, in thousandths.
    fileprivate var percent1000: Int? { fraction.map { Int($0 * 1_000) } }
}
