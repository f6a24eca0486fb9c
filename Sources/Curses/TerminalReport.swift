import CNcurses
import Glibc
package import Terminal

/// What is known of the terminal before anything is drawn on it.
package struct TerminalReport: Hashable, Sendable {
    /// What terminfo says of the type.
    package enum Entry: Hashable, Sendable {
        /// TERM is not set.
        case unnamed
        /// There is no such entry.
        case missing
        /// It cannot place its cursor, so that nothing can be drawn.
        case incapable
        case usable(ColourDepth)
    }

    /// As TERM names it; empty where it is not set.
    package var type: String
    package var entry: Entry
    /// Nil where standard output is no terminal.
    package var size: Size?
    /// The charset of the user's locale, as the C library calls it: `UTF-8`.
    package var charset: String
    /// Of the user's environment, what tells terminals and multiplexers apart.
    package var variables: [String: String]

    package init(
        type: String, entry: Entry, size: Size?, charset: String, variables: [String: String]
    ) {
        self.type = type
        self.entry = entry
        self.size = size
        self.charset = charset
        self.variables = variables
    }

    /// The names of variables that are looked at.
    package static let names = [
        "TMUX", "STY", "VTE_VERSION", "TERM_PROGRAM", "WT_SESSION", "NO_COLOR", "LC_ALL",
        "LC_CTYPE", "LANG",
    ]

    /// Of the terminal on standard input and output.
    package static func read() -> TerminalReport {
        func variable(_ name: String) -> String? {
            getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        let type = variable("TERM") ?? ""
        TerminalLocale.adoptCharacters()
        let isUnwanted = variable("NO_COLOR") != nil
        let entry: Entry
        if type.isEmpty {
            entry = .unnamed
        } else {
            let found = ferry_terminal_probe(type, STDOUT_FILENO)
            if found == 1, ferry_capability("cup") != nil {
                let count = Int(ferry_capability_number("colors"))
                entry = .usable(ColourDepth(count: count, isUnwanted: isUnwanted))
            } else {
                entry = found == 1 || type == "dumb" ? .incapable : .missing
            }
        }
        var variables: [String: String] = [:]
        for name in names { variables[name] = variable(name) }
        return TerminalReport(
            type: type, entry: entry,
            size: isatty(STDOUT_FILENO) == 1 ? CursesScreen.terminalSize() : nil,
            charset: String(cString: nl_langinfo(CInt(CODESET))), variables: variables)
    }
}
