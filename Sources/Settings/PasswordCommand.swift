package import Files
import Words

/// Asks a command of the user's own for a password (`pass show web01`): the first line that it
/// writes. It has no terminal, and nothing to read.
package enum PasswordCommand {
    /// Bytes of output that are read.
    static let limit = 4_096

    /// Runs the command by the shell and waits for it, at most `timeout` seconds. Not for the main
    /// thread. The error is one sentence; what the command wrote is never in it, but for the first
    /// line of its complaints.
    package static func run(
        _ command: String, site: String, timeout: Double = 60
    ) throws(SettingsError) -> Secret {
        func failure(_ sentence: String) -> SettingsError {
            SettingsError(file: site, sentence)
        }
        let ending: HelperProgram.Ending
        do throws(HelperProgram.Failure) {
            ending = try HelperProgram.run(
                ["/bin/sh", "-c", command], limit: limit, timeout: timeout)
        } catch {
            switch error {
            case .notStarted(let reason?):
                throw failure(tr("The password_command could not be started (\(reason))."))
            case .notStarted(nil):
                throw failure(tr("The password_command could not be started."))
            case .late:
                let seconds = Int(timeout)
                throw failure(
                    tr(
                        "The password_command did not end within \(seconds) seconds and was stopped."
                    ))
            }
        }
        guard ending.status == 0 else {
            let words = HelperProgram.firstLine(ending.complaint)
            throw failure(
                words.isEmpty
                    ? tr("The password_command failed.")
                    : tr("The password_command failed (\(VisibleText.make(words, limit: 200)))."))
        }
        let password = HelperProgram.firstLine(ending.output)
        guard !password.isEmpty else { throw failure(tr("The password_command printed nothing.")) }
        guard password.count < limit, let text = String(validating: password, as: UTF8.self) else {
            throw failure(tr("The password_command did not print a password in UTF-8."))
        }
        return Secret(text)
    }
}
