import Foundation
import Jobs
import Support
import Testing

@testable import Transfers

/// `FERRY_QUEUE_RUNS` says how many runs there are (10000 is all of them), and `FERRY_QUEUE_SEED`
/// runs one alone.
@Suite("A queue beside its reference", .serialized)
struct RandomQueueTests {
    private static let environment = ProcessInfo.processInfo.environment

    private var seeds: [UInt64] {
        if let seed = RandomQueueTests.environment["FERRY_QUEUE_SEED"].flatMap({ UInt64($0) }) {
            return [seed]
        }
        let count = RandomQueueTests.environment["FERRY_QUEUE_RUNS"].flatMap { UInt64($0) } ?? 25
        return Array(1...max(1, count))
    }

    @Test("Whatever is asked of it, and whenever it dies, nothing is lost and nothing is untrue")
    func runs() throws {
        let matrix = CommandMatrix()
        // Memory where there is some: a run writes a hundred times, and waits each time.
        let folder = try TemporaryFolder(isInMemory: true)
        for seed in seeds {
            let run = try RandomQueueRun(
                seed: seed, matrix: matrix, store: folder.path("\(seed)/s"))
            var wrong: [String]
            do {
                wrong = try run.run()
            } catch let error as Stuck {
                wrong = ["it never came to rest"] + error.jobs.map { "\($0.id): \($0.state)" }
            }
            #expect(
                wrong.isEmpty,
                "seed \(seed): \(wrong.joined(separator: "; ")); \(run.history)")
        }
        print(matrix.text)
        if seeds.count >= 1_000 {
            #expect(matrix.missing.isEmpty, "never met: \(matrix.missing)")
        }
    }
}
