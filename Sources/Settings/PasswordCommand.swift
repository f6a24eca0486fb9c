package import Files

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
        func failure(_ words: String) -> SettingsError {
            SettingsError(file: site, "The password_command \(words).")
        }
        let ending: HelperProgram.Ending
        do throws(HelperProgram.Failure) {
            ending = try HelperProgram.run(
                ["/bin/sh", "-c", command], limit: limit, timeout: timeout)
        } catch {
            switch error {
            case .notStarted(let reason):
                throw failure("could not be started\(reason.map { ": \($0)" } ?? "")")
            case .late:
                throw failure("did not end within \(Int(timeout)) seconds and was stopped")
            }
        }
        guard ending.status == 0 else {
            let words = HelperProgram.firstLine(ending.complaint)
            throw failure(
                words.isEmpty ? "failed" : "failed: \(VisibleText.make(words, limit: 200))")
        }
        let password = HelperProgram.firstLine(ending.output)
        guard !password.isEmpty else { throw failure("printed nothing") }
        guard password.count < limit, let text = String(validating: password, as: UTF8.self) else {
            throw failure("did not print a password in UTF-8")
        }
        return Secret(text)
    }
}
