import CNcurses
import Glibc
package import Terminal

/// The terminal on the standard descriptors, looked at and not yet changed in any way.
package struct TerminalProbe {
    /// As in TERM.
    let type: String
    /// What it is taken to draw.
    let locale: CharacterSet
    /// Its size in characters; that of the first terminals where it does not say.
    package let size: Size

    /// Must be made before any thread is started: it sets the C library's locale.
    package init() throws(ScreenFailure) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
            throw .notTerminal
        }
        guard let type = getenv("TERM").map({ String(cString: $0) }), !type.isEmpty else {
            throw .noType
        }
        let found = ferry_terminal_probe(type, STDOUT_FILENO)
        // A generic type (dumb) is known, but setupterm calls it a failure.
        guard found == 1 || type == "dumb" else { throw .unknown(type: type) }
        guard found == 1, ferry_capability("cup") != nil else { throw .incapable(type: type) }
        self.type = type
        locale = TerminalLocale.adopt(type: type)
        size = CursesScreen.terminalSize() ?? Size(width: 80, height: 24)
    }
}
