package import Files
package import Settings
package import UI

extension Engine {
    /// What only the owner of the terminal can do.
    package enum TerminalCommand: Hashable, Sendable {
        /// Draws everything with another theme.
        case draw(Theme)
        /// Has what these settings say of the terminal and of other programs hold.
        case use(Config)
        case suspend, redraw, quit, handOver
        case copy(String)
        case announce(String)
        case edit(Location, program: String?)
        case runEditor(EditorOrder)
        case shell(Path)
        /// Has the user's editor change a text; `Message.edited` answers.
        case editText(RequestID, String)
    }
}
