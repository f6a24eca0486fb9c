import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("Commands to a queue that nobody works on")
struct RestingQueueTests {
    private func request(_ name: String) throws -> JobRequest {
        let name = try #require(Name(name))
        let path = Path(components: [name])
        return JobRequest(
            operation: .copy,
            source: Location(site: Site(scheme: .ftp, host: "memory"), path: path),
            entry: Entry(name: name, kind: .file, size: 1),
            target: Location(site: .local, path: path))
    }

    private func states(_ store: Store) throws -> [String] {
        try store.allJobs().map { StoredJob.word(for: $0.state) }
    }

    @Test("Jobs are added, paused, resumed, moved, limited and cancelled in the store")
    func changes() throws {
        let store = try Store.open(at: nil)
        let ids = try store.add(["a", "b", "c"].map { try request($0) })
        #expect(ids.count == 3)
        try store.send(.pause(ids[1]))
        #expect(try states(store) == ["waiting", "paused", "waiting"])
        try store.send(.pauseAll)
        #expect(try states(store) == ["paused", "paused", "paused"])
        try store.send(.resumeAll)
        #expect(try states(store) == ["waiting", "waiting", "waiting"])
        try store.send(.move(ids[2], by: -2))
        #expect(try store.allJobs().map(\.id) == [ids[2], ids[0], ids[1]])
        try store.send(.move(ids[2], by: Int.max))
        #expect(try store.allJobs().map(\.id) == [ids[0], ids[1], ids[2]])
        try store.send(.limit(ids[0], 5))
        try store.send(.setPolicy(ids[0], .skip))
        #expect(try store.allJobs().first?.limit == 5)
        #expect(try store.allJobs().first?.policy == .skip)
        try store.send(.cancel(ids[1], keepsParts: false))
        #expect(try store.allJobs().map(\.id) == [ids[0], ids[2]])
    }

    @Test("Failed jobs wait again, done ones are cleared, questions are answered")
    func ends() throws {
        let store = try Store.open(at: nil)
        var jobs: [StoredJob] = []
        let name = try #require(Name("x"))
        let conflict = Conflict(
            source: Entry(name: name, kind: .file), target: Entry(name: name, kind: .file))
        let states: [Job.State] = [
            .done, .failed(FileSystemError(.full, detail: "Full.")), .needsAnswer(conflict),
            .needsAnswer(conflict),
        ]
        for (index, state) in states.enumerated() {
            let number = Int64(index + 1)
            var job = Job(
                try request("f\(number)"), id: JobID(rawValue: number),
                batch: BatchID(rawValue: 1))
            job.state = state
            jobs.append(StoredJob(job: job, position: number))
        }
        try store.write(jobs, removing: [])
        try store.send(.clearDone)
        try store.send(.retryFailed)
        try store.send(.answer(JobID(rawValue: 3), .overwrite, .batch))
        #expect(try self.states(store) == ["waiting", "waiting", "waiting"])
        #expect(try store.allJobs().last?.policy == .overwrite)
    }

    @Test("A job that is not there is said")
    func missing() throws {
        let store = try Store.open(at: nil)
        #expect(throws: StoreError.self) { try store.send(.pause(JobID(rawValue: 77))) }
    }
}
