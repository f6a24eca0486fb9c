import Files
import Jobs
import Testing

@testable import UI

@Suite("More is marked than rows are of use for")
struct ManyMarkedTests {
    private func batch(_ count: Int, _ operation: Job.Operation = .copy) throws -> JobBatch {
        var builder = DirectoryBuilder()
        for number in 0..<count {
            let kind: Entry.Kind = number == 1 ? .directory : .file
            builder.append(Entry(name: try #require(Name("f\(number)")), kind: kind))
        }
        let directory = builder.directory
        let order = EntryOrder((0..<UInt32(count)).reversed(), in: directory)
        return JobBatch(
            JobBatch.Plan(
                operation: operation, source: location("/d", on: webServer),
                chosen: Selection(MarkSet(0..<UInt32(count)), of: directory, in: order),
                target: operation == .delete ? nil : location("/home/me/into")))
    }

    @Test("Up to a limit each has a job of its own; beyond it they go as one, in the order shown")
    func limit() throws {
        let few = try batch(JobBatch.mostRows).requests
        #expect(few.count == JobBatch.mostRows)
        #expect(few.allSatisfy { $0.chosen == nil })
        for operation in [Job.Operation.copy, .move, .delete] {
            let many = try batch(JobBatch.mostRows + 1, operation).requests
            #expect(many.count == 1)
            let request = try #require(many.first)
            #expect(request.operation == operation)
            #expect(request.source == location("/d", on: webServer))
            #expect(request.target == (operation == .delete ? nil : location("/home/me/into")))
            #expect(request.root == request.target?.path)
            #expect(request.entry.kind == .directory)
            let chosen = try #require(request.chosen)
            #expect(chosen.listing.count == JobBatch.mostRows + 1)
            #expect(chosen.order?.first == UInt32(JobBatch.mostRows))
            #expect(chosen.order?.last == 0)
        }
    }

    @Test("The row says how many there are, and where they come from and go")
    func row() {
        var job = job(1, "photos", .expanding, kind: .directory)
        job.chosen = 1_000_000
        var screen = FullScreen(width: 110, height: 20, screen: .queue)
        screen.change([job])
        #expect(screen.text.contains("1,000,000 in photos/ "))
        #expect(screen.text.contains("web01:/www/photos "))
        job.filesFound = 1_000_000
        job.filesDone = 12
        screen.change([job])
        #expect(screen.text.contains("1,000,000 in photos/ 12/1000000"))
    }
}
