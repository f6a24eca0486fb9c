import Settings
import Words

/// Which programs Ferry can start.
enum ProgramFindings {
    /// `editor` is the user's own command.
    static func all(editor: String, ssh: String, rclone: String) -> [Finding] {
        [
            finding(
                "ssh", ssh, version: ["-V"], .hint("apt-get install openssh-client"),
                tr("'\(ssh)' is not installed, so sftp:// and host:path will not work.")),
            finding(
                "editor", editor, version: nil, .hint(tr("Set editor in config.toml, or VISUAL.")),
                tr("'\(editor)' is not installed, so F4 cannot edit files.")),
            finding(
                "rclone", rclone, version: ["version"], .ok,
                tr("not installed; only needed for clouds, by rclone://")),
            finding(
                "chafa", "chafa", version: nil, .ok,
                tr("not installed; only needed for pictures in the preview")),
            finding(
                "secret-tool", "secret-tool", version: nil, .ok,
                tr("not installed; only needed for passwords in your keyring")),
            finding(
                "man", "man", version: nil, .ok,
                tr("not installed; only needed for ferry man; without it, pages are printed")),
        ]
    }

    /// - Parameters:
    ///   - missing: What comes of it where the program is not there.
    ///   - words: The same in words.
    private static func finding(
        _ name: String, _ command: String, version: [String]?, _ missing: Finding.Result,
        _ words: String
    ) -> Finding {
        guard let path = path(command) else {
            return Finding(.programs, name, missing, words)
        }
        return Finding(.programs, name, .ok, told(path, command, version))
    }

    /// Its first line, where it is asked for its version.
    private static func told(_ path: String, _ command: String, _ version: [String]?) -> String {
        guard let version,
            let line = said("\(command) \(version.joined(separator: " ")) 2>&1")
        else { return path }
        return "\(path): \(line)"
    }

    /// Where a command's program is found; nil for nowhere. A shell reads commands, here as everywhere.
    private static func path(_ command: String) -> String? {
        said("set -- \(command); command -v -- \"$1\"")
    }

    /// The first line that a script prints; nil where it fails.
    private static func said(_ script: String) -> String? {
        let ending = try? HelperProgram.run(["/bin/sh", "-c", script], limit: 4_096, timeout: 5)
        guard let ending, ending.status == 0 else { return nil }
        let line = String(decoding: ending.output.prefix { $0 != 0x0A }, as: UTF8.self)
        return line.isEmpty ? nil : line
    }
}
