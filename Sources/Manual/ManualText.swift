import Words

/// Reads the texts of the manual, which are a little of Markdown: paragraphs, `## Heading`, lists of
/// `- ` items, tables of two columns without a head, lines indented by four spaces, and code in backticks.
package enum ManualText {
    /// The blocks of a text, in their order and in the user's language.
    package static func blocks(_ text: String) -> [ManualBlock] {
        blocks(text) { translated($0) }
    }

    /// What there is to translate in a text: its headings, paragraphs, items and cells.
    package static func texts(_ text: String) -> [String] {
        var texts: [String] = []
        _ = blocks(text) { text in
            texts.append(text)
            return text
        }
        return texts
    }

    /// - Parameter say: Gives each piece of prose in the language that is wanted.
    private static func blocks(
        _ text: String, say translate: (String) -> String
    ) -> [ManualBlock] {
        func say(_ text: String) -> String { isProse(text) ? translate(text) : text }
        var blocks: [ManualBlock] = []
        var open = Open.none
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("    ") || (line.isEmpty && open.isVerbatim) {
                open.take(verbatim: String(line.dropFirst(4)), into: &blocks, say)
            } else if line.allSatisfy(\.isWhitespace) {
                open.end(into: &blocks, say)
            } else if line.hasPrefix("## ") {
                open.end(into: &blocks, say)
                blocks.append(.heading(say(String(line.dropFirst(3)))))
            } else if line.hasPrefix("- ") {
                open.take(item: String(line.dropFirst(2)), into: &blocks, say)
            } else if line.hasPrefix("| ") {
                open.take(row: line, into: &blocks, say)
            } else {
                let start = line.firstIndex { $0 != " " } ?? line.startIndex
                open.take(more: String(line[start...]), into: &blocks, say)
            }
        }
        open.end(into: &blocks, say)
        return blocks
    }

    /// Whether it has words of its own: most terms are only what to type.
    private static func isProse(_ text: String) -> Bool {
        ManualSpan.spans(text).contains { span in
            if case .words(let words) = span { words.contains { $0.isLetter } } else { false }
        }
    }

    /// The block that the next line may continue.
    private enum Open {
        case none
        case paragraph(String)
        case list([String])
        case table([(String, String)])
        case verbatim([String])

        var isVerbatim: Bool {
            if case .verbatim = self { true } else { false }
        }

        mutating func end(into blocks: inout [ManualBlock], _ say: (String) -> String) {
            switch self {
            case .none: break
            case .paragraph(let text): blocks.append(.paragraph(ManualSpan.spans(say(text))))
            case .list(let items): blocks.append(.list(items.map { ManualSpan.spans(say($0)) }))
            case .table(let rows):
                blocks.append(
                    .definitions(
                        rows.map { term, meaning in
                            .init(
                                term: ManualSpan.spans(say(term)),
                                meaning: ManualSpan.spans(say(meaning)))
                        }))
            case .verbatim(let lines):
                blocks.append(.verbatim(Array(lines.trimming { $0.isEmpty })))
            }
            self = .none
        }

        mutating func take(
            verbatim line: String, into blocks: inout [ManualBlock], _ say: (String) -> String
        ) {
            if case .verbatim(let lines) = self {
                self = .verbatim(lines + [line])
            } else {
                end(into: &blocks, say)
                self = .verbatim([line])
            }
        }

        mutating func take(
            item: String, into blocks: inout [ManualBlock], _ say: (String) -> String
        ) {
            if case .list(let items) = self {
                self = .list(items + [item])
            } else {
                end(into: &blocks, say)
                self = .list([item])
            }
        }

        mutating func take(
            row line: Substring, into blocks: inout [ManualBlock], _ say: (String) -> String
        ) {
            let cells = line.dropFirst(2).split(separator: " | ", maxSplits: 1)
            var meaning = cells.count == 2 ? String(cells[1]) : ""
            if meaning.hasSuffix(" |") { meaning.removeLast(2) }
            let row = (String(cells.first ?? ""), meaning)
            if case .table(let rows) = self {
                self = .table(rows + [row])
            } else {
                end(into: &blocks, say)
                self = .table([row])
            }
        }

        mutating func take(
            more line: String, into blocks: inout [ManualBlock], _ say: (String) -> String
        ) {
            switch self {
            case .paragraph(let text): self = .paragraph("\(text) \(line)")
            case .list(var items):
                let last = items.removeLast()
                self = .list(items + ["\(last) \(line)"])
            case .none, .table, .verbatim:
                end(into: &blocks, say)
                self = .paragraph(line)
            }
        }
    }
}

extension [String] {
    /// Without the lines at either end that are as `isIdle` says.
    fileprivate func trimming(_ isIdle: (String) -> Bool) -> ArraySlice<String> {
        guard let first = firstIndex(where: { !isIdle($0) }),
            let last = lastIndex(where: { !isIdle($0) })
        else { return [] }
        return self[first...last]
    }
}
