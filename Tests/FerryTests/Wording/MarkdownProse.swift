/// The lines of a Markdown text that people read as prose: without blocks and spans of code.
struct MarkdownProse {
    struct Line {
        let number: Int
        let text: String
    }

    private(set) var lines: [Line] = []

    init(_ text: String) {
        var isCode = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            if line.hasPrefix("```") {
                isCode.toggle()
            } else if !isCode, !line.isEmpty {
                let prose = line.replacing(/`[^`]*`/, with: SwiftLiterals.mark)
                lines.append(Line(number: index + 1, text: String(prose)))
            }
        }
    }
}
