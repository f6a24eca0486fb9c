import Files
import Glibc
import Jobs
import Testing

@testable import Ferry

@Suite("What a run that tells of each file keeps of them")
struct QueueEventsTests {
    private let report = RunReport()
    private let events: QueueEvents

    init() throws {
        // Nobody reads it.
        let descriptor = open("/dev/null", O_WRONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        events = QueueEvents(EventLines(to: Output(descriptor: descriptor, name: "/dev/null")))
    }

    private func file(_ id: Int, _ state: Job.State) -> Job {
        Job(
            id: JobID(rawValue: Int64(id)), batch: BatchID(rawValue: 1),
            parent: JobID(rawValue: 1), operation: .copy, kind: .file,
            source: Location(site: .local, path: Path("/a/\(id)")),
            target: Location(site: .local, path: Path("/b/\(id)")), state: state)
    }

    private func take(_ changed: [Job] = [], removed: [Job] = []) {
        var change = QueueChange()
        change.changed = changed
        change.removed = removed.map(\.id)
        events.take(report.note(change))
    }

    private var remembered: Int { events.rememberedCount + report.rememberedCount }

    @Test("Nothing of those that have gone from the queue")
    func gone() {
        for id in 2..<2_000 {
            take([file(id, .running)])
            events.take(result: file(id, .done))
            take(removed: [file(id, .done)])
        }
        #expect(remembered == 0)
    }

    @Test("Nothing of those that were too quick to be shown")
    func quick() {
        for id in 2..<2_000 { events.take(result: file(id, .done)) }
        #expect(remembered == 0)
    }

    @Test("Nothing of those of which another process has told that they began")
    func elsewhere() {
        for id in 2..<2_000 {
            take([file(id, .running)])
            take(removed: [file(id, .running)])
        }
        #expect(remembered == 0)
    }

    @Test("No more than so much of those that have failed")
    func failed() {
        let error = FileSystemError(.denied, detail: "No.")
        for id in 2..<QueueEvents.failureLimit + 500 {
            events.take(result: file(id, .failed(error)))
        }
        #expect(remembered <= QueueEvents.failureLimit + 10)
    }
}
