import Glibc
import Testing

@testable import UI

/// Keys, pastes, the mouse, sizes and answers of every kind, without sense.
///
///     FERRY_EVENTS=1000000 Tests/run --filter '^UITests.ModelRandomTests'    so many of each seed
@Suite("Whatever happens")
struct ModelRandomTests {
    private static let events =
        getenv("FERRY_EVENTS").flatMap { Int(String(cString: $0)) } ?? 4_000

    @Test("Nothing traps, each frame has its size, and Esc leads home", arguments: 1...4)
    func monkey(_ seed: UInt64) {
        var monkey = Monkey(seed: seed)
        for step in 0..<ModelRandomTests.events {
            monkey.step()
            guard let fault = ModelCheck(monkey.stage).fault(at: step) else { continue }
            Issue.record("\(fault), seed \(seed), step \(step)")
            return
        }
        // It got around.
        let reached = monkey.reached
        #expect(reached.screens.count >= 7, "\(reached.screens)")
        #expect(reached.effects.count >= 22, "\(reached.effects.sorted())")
        #expect(reached.boxes.count >= 10, "\(reached.boxes.sorted())")
    }
}
