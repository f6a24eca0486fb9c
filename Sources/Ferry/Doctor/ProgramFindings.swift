import Settings

/// Which programs Ferry can start.
enum ProgramFindings {
    /// `editor` is the user's own command.
    static func all(editor: String, ssh: String, rclone: String) -> [Finding] {
        [
            needed(
                "ssh", ssh, version: ["-V"], "sftp:// and host:path will not work",
                "apt-get install openssh-client"),
            needed(
                "editor", editor, version: nil, "F4 cannot edit files",
                "Set editor in config.toml, or VISUAL."),
            optional("rclone", rclone, version: ["version"], "clouds, by rclone://"),
            optional("chafa", "chafa", version: nil, "pictures in the preview"),
            optional("secret-tool", "secret-tool", version: nil, "passwords in your keyring"),
            optional("man", "man", version: nil, "ferry man; without it, pages are printed"),
        ]
    }

    private static func needed(
        _ name: String, _ command: String, version: [String]?, _ loss: String, _ advice: String
    ) -> Finding {
        guard let path = path(command) else {
            return Finding(
                .programs, name, .hint(advice), "'\(command)' is not installed, so \(loss).")
        }
        return Finding(.programs, name, .ok, told(path, command, version))
    }

    private static func optional(
        _ name: String, _ command: String, version: [String]?, _ use: String
    ) -> Finding {
        guard let path = path(command) else {
            return Finding(.programs, name, .ok, "not installed; only needed for \(use)")
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
