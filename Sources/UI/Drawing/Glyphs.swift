/// The characters that frames, arrows and bars are drawn with.
struct Glyphs {
    let isASCII: Bool

    var horizontal: Character { isASCII ? "-" : "─" }
    var vertical: Character { isASCII ? "|" : "│" }
    var topLeft: Character { isASCII ? "+" : "╭" }
    var topRight: Character { isASCII ? "+" : "╮" }
    var bottomLeft: Character { isASCII ? "+" : "╰" }
    var bottomRight: Character { isASCII ? "+" : "╯" }
    var barFull: Character { isASCII ? "#" : "█" }
    var barEmpty: Character { isASCII ? "." : "░" }
    var ascending: Character { isASCII ? "^" : "↑" }
    var descending: Character { isASCII ? "v" : "↓" }
    var sent: String { isASCII ? "->" : "→" }
    var received: String { isASCII ? "<-" : "←" }
    /// A certificate that was judged and holds.
    var check: String { isASCII ? "ok" : "✓" }
    var dot: String { isASCII ? "*" : "•" }
    /// In front of a folder's name: what is in it is not shown, or is.
    var folderClosed: Character { isASCII ? "+" : "▸" }
    var folderOpen: Character { isASCII ? "-" : "▾" }
    /// Between a fact and its explanation.
    var dash: String { isASCII ? "-" : "—" }
    /// From a source to a target.
    var arrow: String { isASCII ? "->" : "→" }
}
