import Jobs
import Settings
import Synchronization

/// What transfers came to that a run has carried out, for the command of `on_done`.
final class DoneTelling: Sendable {
    private let counts = Mutex(RunCounts())

    func note(_ more: RunCounts) {
        counts.withLock { $0 += more }
    }

    /// Runs the command, where there is one and some transfer has ended; what went wrong, a sentence.
    func runCommand(_ command: String?) -> String? {
        let counts = counts.withLock { $0 }
        guard let command, !counts.isNothing else { return nil }
        do throws(SettingsError) {
            try DoneCommand.run(command, counts.variables)
            return nil
        } catch {
            return error.description
        }
    }
}
