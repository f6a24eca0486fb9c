import Foundation

/// The lines of a Markdown text that people read as prose: without blocks and spans of code.
struct MarkdownProse {
    struct Line {
        let number: Int
        let text: String
    }

    private(set) var lines: [Line] = []

    /// Lines that belong together, joined: a paragraph or an item of a list, each with the number
    /// of its first line. Tables are no prose.
    private(set) var paragraphs: [Line] = []

    init(_ text: String) {
        var isCode = false
        var paragraph: Line?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            if line.hasPrefix("```") {
                isCode.toggle()
            } else if !isCode, !line.isEmpty {
                let prose = line.replacing(/`[^`]*`/, with: SwiftLiterals.mark)
                lines.append(Line(number: index + 1, text: String(prose)))
            }
            if isCode || MarkdownProse.isApart(line) {
                paragraphs += [paragraph].compactMap(\.self)
                paragraph = nil
            } else {
                if MarkdownProse.beginsItem(line) {
                    paragraphs += [paragraph].compactMap(\.self)
                    paragraph = nil
                }
                paragraph = Line(
                    number: paragraph?.number ?? index + 1,
                    text: (paragraph.map { $0.text + " " } ?? "")
                        + line.trimmingCharacters(in: .whitespaces))
            }
        }
        paragraphs += [paragraph].compactMap(\.self)
    }

    /// Whether no paragraph goes over this line.
    private static func isApart(_ line: Substring) -> Bool {
        line.isEmpty || ["```", "#", "|", "<!--"].contains { line.hasPrefix($0) }
    }

    private static func beginsItem(_ line: Substring) -> Bool { line.hasPrefix("- ") }

    /// The sentences that have more than `count` words, each with the number of the line where its
    /// paragraph begins. A span of code is one word; only full stops, question and exclamation
    /// marks end a sentence.
    func sentences(longerThan count: Int) -> [Line] {
        paragraphs.flatMap { paragraph in
            paragraph.text.replacing(/`[^`]*`/, with: "Code")
                .split(separator: /[.?!][)"*]*(\s+|$)/)
                .filter { sentence in
                    sentence.split(whereSeparator: \.isWhitespace)
                        .filter { $0.contains { $0.isLetter || $0.isNumber } }.count > count
                }
                .map { Line(number: paragraph.number, text: String($0)) }
        }
    }
}
