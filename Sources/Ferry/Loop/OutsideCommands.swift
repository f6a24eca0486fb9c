import CSystem
import Files
import Glibc

/// Programs that get the terminal for a while: the editor and the shell.
struct OutsideCommands {
    /// From the settings; else $VISUAL, $EDITOR, vi.
    var editor: String?

    /// A sentence where it did not work.
    func edit(_ location: Location) -> String? {
        guard location.site.isLocal else {
            return "\(location.text) is on a server: copy it here with F5 first, edit it, and copy "
                + "it back."
        }
        let chosen = editor ?? environment("VISUAL") ?? environment("EDITOR") ?? "vi"
        // The user's own setting may hold arguments; the name is passed as one word of its own.
        return run(
            ["/bin/sh", "-c", "exec \(chosen) \"$1\"", "sh", shellSafe(location.path)],
            in: location.path.parent, what: "The editor '\(chosen)'")
    }

    func shell(_ path: Path) -> String? {
        let shell = environment("SHELL") ?? "/bin/sh"
        return run([shell], in: path, what: "The shell '\(shell)'")
    }

    private func environment(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    private func shellSafe(_ path: Path) -> String {
        String(decoding: path.bytes, as: UTF8.self)
    }

    private func run(_ arguments: [String], in directory: Path, what: String) -> String? {
        var pointers = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        let bytes = directory.bytes.map { CChar(bitPattern: $0) } + [0]
        var status: CInt = 0
        let outcome = ferry_run(bytes, &pointers, &status)
        guard outcome == 0 else {
            return
                "\(what) did not start in \(directory.text): \(String(cString: strerror(outcome)))."
        }
        return nil
    }
}
