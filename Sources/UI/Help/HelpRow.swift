import Terminal

/// A row of the help page at some width.
enum HelpRow: Hashable, Sendable {
    /// Keys and what they do.
    struct Cell: Hashable, Sendable {
        let keys: String
        let text: String

        /// Where the words begin beside keys that should take so many columns.
        func indent(_ columns: Int) -> Int {
            let width = CharacterWidth.of(keys)
            return width <= columns ? columns + 1 : width + 2
        }
    }

    case blank
    case heading(String)
    /// Side by side, the second one where there is one.
    case pair(Cell, Cell?)
    /// In the whole width.
    case wide(Cell)
    case text(String)

    /// The topics, one below the other.
    static func rows(of topics: [HelpTopic], _ columns: HelpColumns) -> [HelpRow] {
        var rows: [HelpRow] = []
        for topic in topics {
            if !rows.isEmpty { rows.append(.blank) }
            rows.append(.heading(topic.title))
            rows += HelpRow.rows(of: topic.items, columns)
        }
        return rows
    }

    /// Short ones in two columns, to be read downwards; then what needs the whole width.
    private static func rows(of items: [HelpTopic.Item], _ columns: HelpColumns) -> [HelpRow] {
        var short: [Cell] = []
        var rest: [HelpRow] = []
        for item in items {
            switch item {
            case .text(let text):
                rest += TextFit.wrap(text, columns: columns.prose).map { .text($0) }
            case .keys(let keys, let text):
                let cell = Cell(keys: keys, text: text)
                if columns.holds(cell) { short.append(cell) } else { rest.append(.wide(cell)) }
            }
        }
        let height = (short.count + 1) / 2
        let pairs = short.prefix(height).enumerated().map { row, cell in
            HelpRow.pair(cell, height + row < short.count ? short[height + row] : nil)
        }
        return pairs + rest
    }
}

/// The columns of the help page.
struct HelpColumns: Hashable, Sendable {
    /// Where the second column begins; nil where there is one alone.
    let second: Int?
    /// Columns for the keys of a cell, in a column and in the whole width.
    let keys: Int
    let wideKeys: Int
    /// Columns for the words of a cell, in a column and in the whole width.
    let words: Int
    let wideWords: Int
    /// Columns for sentences.
    let prose: Int

    init(width: Int, isPlain: Bool = false) {
        let isDouble = width >= 76 && !isPlain
        let column = isDouble ? (width - 3) / 2 : width - 3
        second = isDouble ? 2 + column : nil
        keys = isDouble ? max(10, min(16, column / 3 - 2)) : 0
        wideKeys = isDouble ? 26 : max(18, min(32, width / 3))
        words = column - keys - 2
        wideWords = width - wideKeys - 4
        prose = min(width - 4, 76)
    }

    /// Whether a cell can be shown whole in one of two columns.
    func holds(_ cell: HelpRow.Cell) -> Bool {
        second != nil
            && cell.indent(keys) + CharacterWidth.of(cell.text) <= keys + 1 + words
    }
}
