import Curses
import Files
import Glibc

/// Programs that get the terminal for a while: the editor and the shell.
struct OutsideCommands {
    /// From the settings; else $VISUAL, $EDITOR, vi.
    var editor: String?

    /// A sentence where it did not work.
    func edit(_ location: Location) -> String? {
        guard location.site.isLocal else {
            return "\(location.text) is on a server; copy it here with F5, edit it, and copy it "
                + "back."
        }
        let chosen = editor ?? environment("VISUAL") ?? environment("EDITOR") ?? "vi"
        // The user's own setting may hold arguments; the name is passed as one word of its own.
        let command = ["/bin/sh", "-c", "exec \(chosen) \"$1\"", "sh"].map { Array($0.utf8) }
        return ForegroundProgram.run(
            command + [location.path.bytes], in: location.path.parent.bytes,
            what: "The editor '\(chosen)'")
    }

    func shell(_ path: Path) -> String? {
        let shell = environment("SHELL") ?? "/bin/sh"
        return ForegroundProgram.run(
            [Array(shell.utf8)], in: path.bytes, what: "The shell '\(shell)'",
            ignoresCode: true)
    }

    private func environment(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}
