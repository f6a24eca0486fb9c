import Words

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
    var ascending: String { text("↑", "^", tr("up", meaning: "for those who hear the screen")) }
    var descending: String { text("↓", "v", tr("down", meaning: "for those who hear the screen")) }
    /// Which way bytes go.
    var up: String { ascending }
    var down: String { descending }
    /// In a list's frame, where it has more than is seen.
    var above: String { text("↑ \(more)", "^ \(more)", tr("more above")) }
    var below: String { text("↓ \(more)", "v \(more)", tr("more below")) }
    var sent: String { text("→", ">", tr("sent", meaning: "a line of the log")) }
    var received: String { text("←", "<", tr("received", meaning: "a line of the log")) }
    /// A certificate that was judged and holds.
    var check: String { text("✓", checked, checked) }
    /// Behind what holds now, of several that can be chosen.
    var dot: String { text("•", "*", tr("(current)")) }
    /// In front of a folder's name: what is in it is not shown, or is.
    var folderClosed: String { text("▸", "+", tr("closed", meaning: "a folder")) }
    var folderOpen: String { text("▾", "-", tr("open", meaning: "a folder")) }
    /// Between a fact and its explanation.
    var dash: String { text("—", "-", "-") }
    /// From a source to a target.
    var arrow: String { text("→", "->", tr("to", meaning: "from a source to a target")) }
    /// Between two that are made alike.
    var bothWays: String { text("↔", "<->", tr("and", meaning: "two that are made alike")) }

    private var more: String { tr("more", meaning: "a list has more than it shows") }
    private var checked: String { tr("ok", meaning: "a certificate") }

    private func line(_ drawn: Character, _ ascii: Character) -> Character {
        switch style {
        case .drawn: drawn
        case .ascii: ascii
        case .plain: " "
        }
    }

    private func text(
        _ drawn: @autoclosure () -> String, _ ascii: @autoclosure () -> String,
        _ plain: @autoclosure () -> String
    ) -> String {
        switch style {
        case .drawn: drawn()
        case .ascii: ascii()
        case .plain: plain()
        }
    }
}
