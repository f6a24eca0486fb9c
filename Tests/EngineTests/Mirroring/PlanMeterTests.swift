import Files
import Jobs
import Synchronization
import Testing
import UI

@testable import Engine

@Suite("How far a plan is")
struct PlanMeterTests {
    private func job(_ id: Int64, _ state: Job.State, done: UInt64, parent: Int64? = nil) -> Job {
        let place = Location(site: .local, path: Path("/f\(id)"))
        var job = Job(
            id: JobID(rawValue: id), batch: BatchID(rawValue: 1), operation: .copy,
            kind: parent == nil ? .directory : .file, source: place, target: place)
        job.size = 10
        job.parent = parent.map { JobID(rawValue: $0) }
        (job.state, job.done) = (state, done)
        if parent == nil { job.filesDone = Int(done / 10) }
        return job
    }

    private func change(_ job: Job) -> QueueChange {
        var change = QueueChange()
        change.changed = [job]
        return change
    }

    @Test("What one job has copied is not forgotten when the next one begins")
    func twoJobs() {
        let meter = PlanMeter { _ in }
        meter.begin(.copying)
        for number in 1...3 {
            meter.take(ended: job(Int64(10 + number), .done, done: 10, parent: 1))
        }
        meter.take(change(job(1, .running, done: 30)))
        #expect(meter.progress.files == 3 && meter.progress.bytes == 30)
        meter.endCopying()
        // Without another step in between.
        meter.begin(.copying)
        meter.take(change(job(2, .running, done: 0)))
        #expect(meter.progress.files == 3 && meter.progress.bytes == 30)
        meter.take(ended: job(20, .done, done: 10, parent: 2))
        meter.take(change(job(2, .running, done: 10)))
        #expect(meter.progress.files == 4 && meter.progress.bytes == 40)
        // Directories are no files.
        meter.take(ended: job(2, .done, done: 10))
        meter.endCopying()
        #expect(meter.progress.files == 4 && meter.progress.bytes == 40)
    }
}
