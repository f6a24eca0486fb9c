import Curses
import Files
import Glibc
import UI
import Words

/// Programs that get the terminal for a while: the editor and the shell.
struct OutsideCommands {
    /// From the settings; else $VISUAL, $EDITOR, vi.
    var editor: String?

    /// A sentence where it did not work.
    func edit(_ location: Location, program: String? = nil) -> String? {
        if let program { return open(location.path, program) }
        // The user's own setting may hold arguments; the name is passed as one word of its own.
        return run("exec \(chosen) \"$1\"", [location.path], what: tr("The editor '\(chosen)'"))
    }

    /// Has a copy edited or merged; a sentence where that did not work. The editor and all that it
    /// starts have `kept`, a descriptor, open.
    func run(_ order: EditorOrder, kept: CInt? = nil) -> String? {
        switch order.work {
        case .edit:
            return run(
                "exec \(chosen) \"$1\"", [order.copy], what: tr("The editor '\(chosen)'"),
                kept: kept)
        case .open(let command): return open(order.copy, command, kept: kept)
        case .merge(let command?, let base, let theirs, _):
            let words = ["{mine}": "\"$1\"", "{base}": "\"$2\"", "{theirs}": "\"$3\""]
            let script = words.reduce(command) { $0.replacing($1.key, with: $1.value) }
            return run(
                script, [order.copy, base, theirs], what: tr("The merge command '\(command)'"))
        case .merge(nil, let base, let theirs, let before):
            // What was merged takes the copy's place at once: half of it would be neither version.
            let script =
                "diff3 -m -L yours -L before -L theirs \"$1\" \"$2\" \"$3\" >\"$4.merged\"; "
                + "[ $? -le 1 ] || exit 3; mv -f -- \"$4.merged\" \"$1\" || exit; "
                + "exec \(chosen) \"$1\""
            return run(
                script, [order.copy, base, theirs, before], what: tr("The merge with diff3"))
        }
    }

    /// Runs a command line with a file: in place of `{}`, else at its end. One that ends in & has a
    /// window of its own, and must not write over the screen.
    private func open(_ path: Path, _ command: String, kept: CInt? = nil) -> String? {
        var line = command[...]
        while line.last == " " { line.removeLast() }
        let isDetached = line.last == "&"
        if isDetached { line.removeLast() }
        let script =
            line.contains("{}") ? line.replacing("{}", with: "\"$1\"") : line + " \"$1\""
        return run(
            isDetached ? "\(script) </dev/null >/dev/null 2>&1 &" : String(script), [path],
            what: tr("The command '\(command)'"), kept: kept)
    }

    private var chosen: String {
        editor ?? EnvironmentVariable.named("VISUAL") ?? EnvironmentVariable.named("EDITOR") ?? "vi"
    }

    private func run(
        _ script: String, _ paths: [Path], what: String, kept: CInt? = nil
    ) -> String? {
        let command = ["/bin/sh", "-c", script, "sh"].map { Array($0.utf8) }
        return ForegroundProgram.run(
            command + paths.map(\.bytes), in: paths.first?.parent.bytes, what: what, kept: kept)
    }

    func shell(_ path: Path) -> String? {
        let shell = EnvironmentVariable.named("SHELL") ?? "/bin/sh"
        return ForegroundProgram.run(
            [Array(shell.utf8)], in: path.bytes, what: tr("The shell '\(shell)'"),
            ignoresCode: true)
    }
}
