import Files

/// Why there can be no screen: one plain sentence.
package struct ScreenFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    static let notTerminal = ScreenFailure(
        description:
            "The screen needs a terminal on standard input and output; without one use the commands, such as 'ferry ls' and 'ferry get'."
    )

    static let noType = ScreenFailure(
        description:
            "The variable TERM is not set, so nothing is known of the terminal; set it, such as TERM=xterm-256color."
    )

    static func unknown(type: String) -> ScreenFailure {
        ScreenFailure(
            description:
                "The terminal type '\(VisibleText.make(type))' (TERM) is unknown on this machine; set TERM to one that is, such as xterm-256color."
        )
    }

    static func incapable(type: String) -> ScreenFailure {
        ScreenFailure(
            description:
                "The terminal type '\(VisibleText.make(type))' (TERM) cannot place text on the screen; use another terminal, or the commands such as 'ferry ls'."
        )
    }
}
