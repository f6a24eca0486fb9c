import Files
import Jobs
import Testing

@testable import Ferry

@Suite("What a run of the queue has left")
struct RunReportTests {
    private func job(
        _ id: Int64, _ state: Job.State = .waiting, in parent: Int64? = nil
    ) -> Job {
        Job(
            id: JobID(rawValue: id), batch: BatchID(rawValue: id),
            parent: parent.map { JobID(rawValue: $0) }, operation: .copy, kind: .file,
            source: Location(site: .local, path: Path("/a")),
            target: Location(site: .local, path: Path("/b")), state: state)
    }

    @Test("What was added since, and waits, is new; nothing else is")
    func newWork() {
        let known = [job(1, .done), job(2), job(3, .paused)]
        #expect(!RunReport.hasNewWork([], since: known))
        #expect(!RunReport.hasNewWork(known, since: known))
        #expect(!RunReport.hasNewWork(known + [job(4, .done), job(5, .paused)], since: known))
        #expect(!RunReport.hasNewWork(known + [job(6, in: 2)], since: known))
        #expect(RunReport.hasNewWork(known + [job(7)], since: known))
    }
}
