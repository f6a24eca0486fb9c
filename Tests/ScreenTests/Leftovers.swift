import Glibc
import Support

/// What the program has started for a test, and what lives on.
enum Leftovers {
    /// Those whose environment names the test's folder, as soon as there are none; what is left after
    /// five seconds.
    static func of(_ folder: TemporaryFolder) -> [String] {
        let mark = Array(folder.path.utf8)
        func running() -> [RunningProcess] {
            RunningProcess.all.filter { $0.environment.firstRange(of: mark) != nil }
        }
        let end = Deadline(seconds: 5)
        while end.isOpen, !running().isEmpty { poll(nil, 0, 10) }
        return running().map { "\($0.number) \($0.arguments.joined(separator: " "))" }
    }
}
