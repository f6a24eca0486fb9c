import Terminal
import Words

/// A page of the manual as lines of text.
package struct PlainPage {
    /// Columns that a line may have.
    private let columns: Int
    /// Whether code is set off by bold type, for a terminal.
    private let isBold: Bool
    private var lines: [String] = []

    /// The lines of a page, `columns` wide at most where words allow it.
    package static func lines(_ page: ManualPage, columns: Int, isBold: Bool) -> [String] {
        var text = PlainPage(columns: max(columns, 20), isBold: isBold)
        text.add(.paragraph([.code(page.name), .words(": \(page.summary)")]))
        if !page.usage.isEmpty {
            text.add(.heading(tr("Usage")))
            for line in page.usage { text.wrap([.words(line)], indent: 2, more: 6) }
        }
        for block in page.blocks { text.add(block) }
        if !page.related.isEmpty {
            text.add(.heading(tr("See also")))
            text.add(
                .paragraph([
                    .words(
                        page.related.map { "\($0.name)(\($0.section.rawValue))" }
                            .joined(separator: ", "))
                ]))
        }
        return text.lines
    }

    private init(columns: Int, isBold: Bool) {
        self.columns = columns
        self.isBold = isBold
    }

    private mutating func add(_ block: ManualBlock) {
        if !lines.isEmpty { lines.append("") }
        switch block {
        case .heading(let title): lines.append(isBold ? PlainPage.bold(title) : title.uppercased())
        case .paragraph(let spans): wrap(spans, indent: 2, more: 2)
        case .list(let items):
            for item in items { wrap([.words("- ")] + item, indent: 2, more: 4) }
        case .definitions(let definitions):
            for definition in definitions { add(definition) }
        case .verbatim(let code): lines += code.map { $0.isEmpty ? "" : "      \($0)" }
        }
    }

    /// Beside its term where that is short, else below it.
    private mutating func add(_ definition: ManualBlock.Definition) {
        let width = 16
        let term = definition.term.map(\.text).joined()
        let gap = width - 2 - CharacterWidth.of(term)
        guard gap >= 2, !definition.meaning.isEmpty else {
            wrap(definition.term, indent: 2, more: 4)
            wrap(definition.meaning, indent: width, more: width)
            return
        }
        wrap(
            definition.term + [.words(String(repeating: "\u{A0}", count: gap))]
                + definition.meaning, indent: 2, more: width)
    }

    /// Adds words on as many lines as they need, the first indented by `indent`, the others by `more`.
    private mutating func wrap(_ spans: [ManualSpan], indent: Int, more: Int) {
        var line = String(repeating: " ", count: indent)
        var used = indent
        var isFirst = true
        for word in PlainPage.words(spans) {
            let width = word.spans.reduce(0) { $0 + CharacterWidth.of($1.text) }
            let gap = isFirst || word.isClose ? 0 : 1
            if !isFirst, used + gap + width > columns {
                lines.append(line)
                line = String(repeating: " ", count: more)
                used = more
            } else {
                line += gap == 1 ? " " : ""
                used += gap
            }
            line += word.spans.map { shown($0) }.joined()
            used += width
            isFirst = false
        }
        if !isFirst { lines.append(line) }
    }

    /// What may not be divided between two lines.
    private struct Word {
        /// In pieces that are set alike.
        var spans: [ManualSpan] = []
        /// Whether no space comes before it: languages such as Chinese have none.
        var isClose = false
    }

    private static func words(_ spans: [ManualSpan]) -> [Word] {
        var words = [Word()]
        for span in spans {
            let pieces = span.text.split(separator: " ", omittingEmptySubsequences: false)
            for (number, piece) in pieces.enumerated() {
                if number > 0 { words.append(Word()) }
                for (place, part) in LineBreaks.parts(of: piece).enumerated() {
                    if place > 0 { words.append(Word(isClose: true)) }
                    let part: ManualSpan =
                        switch span {
                        case .words: .words(part)
                        case .code: .code(part)
                        }
                    words[words.count - 1].spans.append(part)
                }
            }
        }
        return words.filter { !$0.spans.isEmpty }
    }

    private func shown(_ span: ManualSpan) -> String {
        // Spaces at which no line may end.
        let text = span.text.replacing("\u{A0}", with: " ")
        guard isBold, case .code = span else { return text }
        return PlainPage.bold(text)
    }

    private static func bold(_ text: String) -> String { "\u{1B}[1m\(text)\u{1B}[0m" }
}
