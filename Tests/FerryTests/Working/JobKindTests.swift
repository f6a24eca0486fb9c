import Files
import Jobs
import Testing

@testable import Ferry

@Suite("What a job is, in JSON")
struct JobKindTests {
    private func job(chosen: Int?) -> Job {
        var job = Job(
            id: JobID(rawValue: 1), batch: BatchID(rawValue: 1), operation: .delete,
            kind: .directory, source: Location(site: .local, path: Path("/d")), target: nil,
            state: .done)
        job.chosen = chosen
        return job
    }

    @Test("Names that were chosen in a directory are not the directory", arguments: [nil, 3])
    func kind(chosen: Int?) throws {
        let job = job(chosen: chosen)
        let word = chosen == nil ? "\"kind\":\"directory\"" : "\"kind\":\"files\""
        #expect(JobText.json(job, isWorkedOn: false).contains(word))
        let finished = try #require(FinishedJob(job, ended: 5))
        #expect(HistoryText.json(finished).contains(word))
    }
}
