/// The characters that frames, arrows and bars are drawn with.
struct Glyphs: Sendable {
    enum Style: Hashable, Sendable {
        /// Lines, arrows and blocks.
        case drawn
        /// The same in ASCII.
        case ascii
        /// Words and blanks, for a screen that is read out.
        case plain
    }

    let style: Style

    var isASCII: Bool { style != .drawn }
    var isPlain: Bool { style == .plain }

    var horizontal: Character { line("─", "-") }
    var vertical: Character { line("│", "|") }
    var topLeft: Character { line("╭", "+") }
    var topRight: Character { line("╮", "+") }
    var bottomLeft: Character { line("╰", "+") }
    var bottomRight: Character { line("╯", "+") }
    var barFull: Character { line("█", "#") }
    var barEmpty: Character { line("░", ".") }
    /// Behind the title of the column that a list is ordered by.
    var ascending: String { text("↑", "^", "up") }
    var descending: String { text("↓", "v", "down") }
    /// Which way bytes go.
    var up: String { ascending }
    var down: String { descending }
    /// In a list's frame, where it has more than is seen.
    var above: String { text("↑ more", "^ more", "more above") }
    var below: String { text("↓ more", "v more", "more below") }
    var sent: String { text("→", ">", "sent") }
    var received: String { text("←", "<", "received") }
    /// A certificate that was judged and holds.
    var check: String { text("✓", "ok", "ok") }
    /// Behind what holds now, of several that can be chosen.
    var dot: String { text("•", "*", "(current)") }
    /// In front of a folder's name: what is in it is not shown, or is.
    var folderClosed: String { text("▸", "+", "closed") }
    var folderOpen: String { text("▾", "-", "open") }
    /// Between a fact and its explanation.
    var dash: String { text("—", "-", "-") }
    /// From a source to a target.
    var arrow: String { text("→", "->", "to") }
    /// Between two that are made alike.
    var bothWays: String { text("↔", "<->", "and") }

    private func line(_ drawn: Character, _ ascii: Character) -> Character {
        switch style {
        case .drawn: drawn
        case .ascii: ascii
        case .plain: " "
        }
    }

    private func text(_ drawn: String, _ ascii: String, _ plain: String) -> String {
        switch style {
        case .drawn: drawn
        case .ascii: ascii
        case .plain: plain
        }
    }
}
