import Files
import Jobs
import Synchronization
import Testing
import Work

@testable import Engine
@testable import Transfers

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
        let control = TaskControl(of: JobID(rawValue: 1), done: 0, throttle: Throttle())
        func told() -> [UInt64] {
            [
                UInt64(control.handled.load(ordering: .relaxed)),
                UInt64(control.deleted.load(ordering: .relaxed)),
                control.progress.load(ordering: .relaxed),
            ]
        }
        let meter = PlanMeter(
            PlanMeasure(control), PlanMeter.Counts(files: 2, bytes: 20, deleted: 1))
        #expect(told() == [3, 1, 20])
        for number in 1...3 {
            meter.take(ended: job(Int64(10 + number), .done, done: 10, parent: 1))
        }
        meter.take(change(job(1, .running, done: 35)))
        #expect(told() == [6, 1, 55])
        // What was not copied to its end does not count, but what is shown does not fall either.
        meter.endCopying()
        #expect(told() == [6, 1, 55])
        meter.noteDeleted()
        meter.take(change(job(2, .running, done: 0)))
        #expect(told() == [7, 2, 55])
        meter.take(ended: job(20, .done, done: 10, parent: 2))
        meter.take(change(job(2, .running, done: 10)))
        #expect(told() == [8, 2, 60])
        // Directories are no files.
        meter.take(ended: job(2, .done, done: 10))
        meter.endCopying()
        #expect(told() == [8, 2, 60])
    }
}
