import Files
import Words

/// Runs the command that the user wants run when transfers are over (`on_done`).
package enum DoneCommand {
    /// Seconds that it may take.
    package static let patience = 600.0
    /// Bytes of its complaints that are read.
    private static let limit = 4_096

    /// Runs the command by the shell, with `variables` (numbers alone: no name of a file or a host) in
    /// its environment, and waits for its end. It has no terminal. Not for the main thread. The error is
    /// one sentence, with the first line of what it complained of.
    package static func run(
        _ command: String, _ variables: [String: Int], timeout: Double = DoneCommand.patience
    ) throws(SettingsError) {
        func failure(_ sentence: String) -> SettingsError {
            SettingsError(file: "config.toml", sentence)
        }
        let ending: HelperProgram.Ending
        do throws(HelperProgram.Failure) {
            ending = try HelperProgram.run(
                ["/bin/sh", "-c", command], adding: variables.mapValues { String($0) },
                limit: limit, timeout: timeout)
        } catch {
            switch error {
            case .notStarted(let reason?):
                throw failure(tr("The 'on_done' command could not be started (\(reason))."))
            case .notStarted(nil):
                throw failure(tr("The 'on_done' command could not be started."))
            case .late:
                let seconds = Int(timeout)
                throw failure(
                    tr(
                        "The 'on_done' command did not end within \(seconds) seconds and was stopped."
                    ))
            }
        }
        guard ending.status != 0 else { return }
        let words = HelperProgram.firstLine(ending.complaint)
        throw failure(
            words.isEmpty
                ? tr("The 'on_done' command failed.")
                : tr("The 'on_done' command failed (\(VisibleText.make(words, limit: 200)))."))
    }
}
