package import Files
import Words

/// The remotes that rclone's configuration names, as rclone lists them.
package enum RcloneRemotes {
    /// More are not shown.
    static let limit = 1_000
    /// Bytes of the list that are read.
    private static let size = 64 << 10
    /// Seconds that it may take.
    static let timeout = 2.0

    /// Asks rclone, and waits for its answer; not for the main thread. `program` is rclone and its
    /// first arguments as a shell reads them, nil or empty for the `rclone` of PATH. Empty where that
    /// is not installed; throws, in a sentence, where it does not list them.
    package static func load(program: String?) throws(SettingsError) -> [Site] {
        // It would wait for the password of its configuration.
        let arguments = ["listremotes", "--ask-password=false"]
        let program = program.flatMap { $0.isEmpty ? nil : $0 }
        let all =
            program.map { ["/bin/sh", "-c", "\($0) \"$@\"", $0] + arguments }
            ?? ["rclone"] + arguments
        let ending: HelperProgram.Ending
        do throws(HelperProgram.Failure) {
            ending = try HelperProgram.run(all, limit: size, timeout: timeout)
        } catch {
            switch error {
            case .notStarted: return []
            case .late:
                throw refusal(tr("It did not list its remotes within \(Int(timeout)) seconds."))
            }
        }
        guard ending.status == 0 else {
            let said = ending.complaint.split(separator: 0x0A).last
            throw refusal(
                said.map {
                    tr("It did not list its remotes (\(VisibleText.make($0, limit: 300))).")
                }
                    ?? tr("It did not list its remotes and gave no reason."))
        }
        return names(ending.output).map { Site(scheme: .rclone, host: $0) }
    }

    /// A line each, with a colon at its end; those that no URL can name are left out.
    static func names(_ output: [UInt8]) -> [String] {
        var names: [String] = []
        // The last one may have been cut off.
        for line in output.split(separator: 0x0A).prefix(limit) where line.last == 0x3A {
            guard let name = String(validating: line.dropLast(), as: UTF8.self),
                SiteURL.isRemoteName(name)
            else { continue }
            names.append(name)
        }
        return names
    }

    private static func refusal(_ words: String) -> SettingsError {
        SettingsError(file: "rclone", words)
    }
}
