import Glibc
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
        return Finding(.programs, name, .ok, told(path, version))
    }

    private static func optional(
        _ name: String, _ command: String, version: [String]?, _ use: String
    ) -> Finding {
        guard let path = path(command) else {
            return Finding(.programs, name, .ok, "not installed; only needed for \(use)")
        }
        return Finding(.programs, name, .ok, told(path, version))
    }

    /// Its first line, where it is asked for its version.
    private static func told(_ path: String, _ version: [String]?) -> String {
        guard let version,
            let ending = try? HelperProgram.run([path] + version, limit: 4_096, timeout: 5)
        else { return path }
        let said = ending.output.isEmpty ? ending.complaint : ending.output
        let line = String(decoding: said.prefix { $0 != 0x0A }, as: UTF8.self)
        return line.isEmpty ? path : "\(path): \(line)"
    }

    /// Where the first word of a command is found; nil for nowhere.
    private static func path(_ command: String) -> String? {
        guard let word = command.split(separator: " ").first.map(String.init) else { return nil }
        if word.contains("/") { return access(word, X_OK) == 0 ? word : nil }
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(word)" }
            .first { access($0, X_OK) == 0 }
    }
}
