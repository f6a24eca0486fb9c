package import Files
package import Settings

extension Engine {
    /// What only the owner of the terminal can do.
    package enum TerminalCommand: Hashable, Sendable {
        /// Draws everything with another theme.
        case draw(Theme)
        /// Draws with plain ASCII or without, and takes the mouse or leaves it.
        case use(isASCII: Bool, hasMouse: Bool)
        case suspend, redraw, quit, handOver
        case copy(String)
        case announce(String)
        case edit(Location)
        case shell(Path)
    }
}
