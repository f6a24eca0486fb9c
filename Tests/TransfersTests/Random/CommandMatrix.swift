import Jobs
import Synchronization

@testable import Transfers

/// Counts which command met which state, over all runs.
final class CommandMatrix: Sendable {
    static let states = [
        "waiting", "expanding", "running", "settling", "paused", "asking", "login", "failed",
        "skipped", "cancelled", "done",
    ]
    static let commands = [
        "pause", "resume", "keep", "throw", "retry", "answer", "policy", "limit", "move",
    ]

    private let counts = Mutex<[String: Int]>([:])

    func note(_ state: String, _ command: String) {
        counts.withLock { $0["\(state) \(command)", default: 0] += 1 }
    }

    func count(_ state: String, _ command: String) -> Int {
        counts.withLock { $0["\(state) \(command)", default: 0] }
    }

    /// The pairs that never met.
    var missing: [String] {
        CommandMatrix.states.flatMap { state in
            CommandMatrix.commands.filter { count(state, $0) == 0 }.map { "\(state) \($0)" }
        }
    }

    /// A table for reading.
    var text: String {
        func cell(_ text: String) -> String {
            String(repeating: " ", count: max(0, 10 - text.count)) + text
        }
        let head = cell("") + CommandMatrix.commands.map(cell).joined()
        let rows = CommandMatrix.states.map { state in
            cell(state) + CommandMatrix.commands.map { cell("\(count(state, $0))") }.joined()
        }
        return ([head] + rows).joined(separator: "\n")
    }
}
