import Glibc
import Testing

/// `FERRY_SCREEN_RUNS` says how many runs there are (200 is all of them); `FERRY_SCREEN_SEED` runs
/// one alone.
@Suite("Screens of one queue that are killed", .serialized)
struct KilledScreensTests {
    private static func number(_ name: String) -> UInt64? {
        getenv(name).flatMap { UInt64(String(cString: $0)) }
    }

    private static var seeds: [UInt64] {
        if let seed = number("FERRY_SCREEN_SEED") { return [seed] }
        return Array(1...max(1, number("FERRY_SCREEN_RUNS") ?? 4))
    }

    @Test("Whichever is killed, and when, the jobs come to their ends and nothing is lost")
    func runs() throws {
        var meetings: [String: Int] = [:]
        for seed in KilledScreensTests.seeds {
            let run = try KilledScreensRun(seed: seed)
            let wrong = try run.run()
            #expect(
                wrong.isEmpty, "seed \(seed): \(wrong.joined(separator: "; ")); \(run.history)")
            meetings.merge(run.meetings, uniquingKeysWith: +)
        }
        for (pair, count) in meetings.sorted(by: { $0.key < $1.key }) { print(pair, count) }
    }
}
