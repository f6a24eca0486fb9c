import Files
import Jobs
import Support
import Testing
import Work

@testable import Transfers

@Suite("The files that a lane is given together")
struct CopyBatchTests {
    private let server = MemoryVolume(openFiles: 3)
    private let here = MemoryVolume(site: .local, openFiles: 64)
    private let parts: PartOwner

    init() throws {
        parts = PartOwner(
            PartRegistry(try Store.open(at: nil)), batch: nil, takesOver: false,
            isInherited: false)
    }

    private func plan(_ number: Int64) -> FilePlan {
        let path = "/\(number)"
        server.add(path, "text")
        return FilePlan(
            task: FileTask(
                id: JobID(rawValue: number), operation: .copy, kind: .file, source: Path(path),
                target: Path(path), policy: .ask, links: .keep, modes: .source, depth: 0,
                existing: .none,
                isAgain: false, isRevisit: false, isInherited: false,
                control: TaskControl(of: JobID(rawValue: number), done: 0, throttle: Throttle()),
                throttles: [], parts: parts,
                isAlone: true),
            replaces: false, start: .anew)
    }

    private func batch(of count: Int64, limit: Int) -> CopyBatch {
        CopyBatch(
            (1...count).map(plan), from: MemoryVolume(openFiles: limit).connect(),
            to: here.connect(), ids: [:])
    }

    private func open(_ plan: FilePlan) throws -> FileCopy {
        let creation = Creation(size: 4)
        let sink = try here.connect().create(
            plan.task.target, as: try parts.newID(for: plan.task.target), creation)
        return FileCopy(
            plan.task, from: try server.connect().open(plan.task.source, from: 0), to: sink,
            StoredPart(
                part: sink.part, source: Location(site: server.site, path: plan.task.source),
                site: .local), creation, start: 0)
    }

    private func begin(_ batch: inout CopyBatch) throws -> JobID? {
        guard case .begin(let plan)? = batch.nextTurn() else { return nil }
        batch.add(try open(plan))
        return plan.task.id
    }

    private func moved(_ batch: inout CopyBatch) -> JobID? {
        guard case .move(let index)? = batch.nextTurn() else { return nil }
        return batch.open[index].task.id
    }

    @Test("A file that is ready goes on before another is begun")
    func readyFirst() throws {
        var batch = batch(of: 2, limit: 3)
        #expect(try begin(&batch) == JobID(rawValue: 1))
        #expect(moved(&batch) == JobID(rawValue: 1))
        batch.close(0)
        #expect(try begin(&batch) == JobID(rawValue: 2))
    }

    @Test("While none is ready others are begun, then the oldest is waited for")
    func filling() throws {
        for number in 1...4 { server.delay("/\(number)", times: 100) }
        var batch = batch(of: 4, limit: 3)
        for number in 1...3 { #expect(try begin(&batch) == JobID(rawValue: Int64(number))) }
        #expect(moved(&batch) == JobID(rawValue: 1))
        server.delay("/3", times: 0)
        #expect(moved(&batch) == JobID(rawValue: 3))
        batch.close(2)
        #expect(try begin(&batch) == JobID(rawValue: 4))
    }

    @Test("One that was stopped comes to its end without being waited for")
    func stopped() throws {
        for number in 1...2 { server.delay("/\(number)", times: 100) }
        var batch = batch(of: 2, limit: 2)
        _ = try begin(&batch)
        _ = try begin(&batch)
        batch.open[1].task.control.stop()
        #expect(moved(&batch) == JobID(rawValue: 2))
    }

    @Test("Where one file may be open, the second waits for the first's end")
    func single() throws {
        server.delay("/1", times: 100)
        var batch = batch(of: 2, limit: 1)
        #expect(try begin(&batch) == JobID(rawValue: 1))
        #expect(moved(&batch) == JobID(rawValue: 1))
        #expect(moved(&batch) == JobID(rawValue: 1))
        batch.close(0)
        #expect(try begin(&batch) == JobID(rawValue: 2))
        batch.close(0)
        #expect(batch.nextTurn() == nil)
    }
}
