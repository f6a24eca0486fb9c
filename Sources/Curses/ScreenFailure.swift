import Files
import Words

/// Why there can be no screen: one plain sentence.
package struct ScreenFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    static let notTerminal = ScreenFailure(
        description:
            tr(
                "The screen needs a terminal on standard input and output; otherwise use commands "
                    + "such as 'ferry ls' and 'ferry get'.")
    )

    static let noType = ScreenFailure(
        description:
            tr(
                "The variable TERM is not set; set it to your terminal's type, such as "
                    + "TERM=xterm-256color.")
    )

    static func unknown(type: String) -> ScreenFailure {
        ScreenFailure(
            description:
                tr(
                    "The terminal type '\(VisibleText.make(type))' (TERM) is unknown on this machine; "
                        + "set TERM to a known one, such as xterm-256color.")
        )
    }

    static func incapable(type: String) -> ScreenFailure {
        ScreenFailure(
            description:
                tr(
                    "The terminal type '\(VisibleText.make(type))' (TERM) cannot position text; use "
                        + "another terminal or commands such as 'ferry ls'.")
        )
    }
}
