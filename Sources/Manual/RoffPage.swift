import Words

/// A page of the manual in the language of `man` (mdoc).
package enum RoffPage {
    /// The source of a page; `date` as in "November 28, 2026".
    package static func text(_ page: ManualPage, date: String) -> String {
        var lines = [
            ".\\\" Made by 'ferry man'.",
            ".Dd \(date)",
            ".Dt \(page.name.uppercased()) \(page.section.rawValue)",
            ".Os",
            ".Sh \(heading(tr("Name")))",
            ".Nm \(page.name)",
            ".Nd \(escaped(page.summary))",
        ]
        if !page.usage.isEmpty {
            lines.append(".Sh \(heading(tr("Synopsis")))")
            for (number, usage) in page.usage.enumerated() {
                if number > 0 { lines.append(".br") }
                lines += Self.lines(escaped(usage))
            }
        }
        if case .heading? = page.blocks.first {
        } else {
            lines.append(".Sh \(heading(tr("Description")))")
        }
        var isFresh = true
        for block in page.blocks {
            lines += text(block, isFresh: isFresh)
            if case .heading = block { isFresh = true } else { isFresh = false }
        }
        if !page.related.isEmpty {
            lines.append(".Sh \(heading(tr("See also")))")
            let sorted = page.related.sorted { ($0.section, $0.name) < ($1.section, $1.name) }
            lines += sorted.enumerated().map { number, reference in
                ".Xr \(reference.name) \(reference.section.rawValue)"
                    + (number < sorted.count - 1 ? " ," : "")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func heading(_ title: String) -> String { escaped(title.uppercased()) }

    private static func text(_ block: ManualBlock, isFresh: Bool) -> [String] {
        switch block {
        case .heading(let title): [".Sh \"\(escaped(title.uppercased()))\""]
        case .paragraph(let spans): (isFresh ? [] : [".Pp"]) + sentences(spans)
        case .list(let items):
            [".Bl -bullet -compact"] + items.flatMap { [".It"] + sentences($0) } + [".El"]
        case .definitions(let definitions):
            [".Bl -tag -width Ds"]
                + definitions.flatMap { definition in
                    [".It \"\(text(definition.term))\""] + sentences(definition.meaning)
                } + [".El"]
        case .verbatim(let code):
            [".Bd -literal -offset indent"]
                + code.map { $0.isEmpty ? "\\&" : line(escaped($0)) } + [".Ed"]
        }
    }

    /// A line for each sentence, as `man` wants them to space them well.
    private static func sentences(_ spans: [ManualSpan]) -> [String] {
        var sentences: [[ManualSpan]] = [[]]
        for span in ManualSpan.joined(spans) {
            guard case .words(var rest) = span else {
                sentences[sentences.count - 1].append(span)
                continue
            }
            while let end = rest.firstRange(of: /[.?!] +/) {
                sentences[sentences.count - 1].append(.words(String(rest[...end.lowerBound])))
                sentences.append([])
                rest = String(rest[end.upperBound...])
            }
            if !rest.isEmpty { sentences[sentences.count - 1].append(.words(rest)) }
        }
        return sentences.filter { !$0.isEmpty }.flatMap { lines(text($0)) }
    }

    private static func text(_ spans: [ManualSpan]) -> String {
        spans.map { span in
            switch span {
            case .words(let text): escaped(text)
            case .code(let text): "\\fB\(escaped(text))\\fP"
            }
        }.joined()
    }

    /// Divided where it is longer than people like sources to be.
    private static func lines(_ text: String) -> [String] {
        var lines: [String] = []
        var current = ""
        var used = 0
        for word in text.split(separator: " ") {
            // Other characters become the names that they have in roff.
            let width = word.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 8) }
            if !current.isEmpty, used + 1 + width > 78 {
                lines.append(line(current))
                (current, used) = ("", 0)
            }
            used += (current.isEmpty ? 0 : 1) + width
            current += (current.isEmpty ? "" : " ") + word
        }
        return current.isEmpty ? lines : lines + [line(current)]
    }

    /// One that begins with a dot or an apostrophe would be a request.
    private static func line(_ text: String) -> String {
        text.hasPrefix(".") || text.hasPrefix("'") ? "\\&\(text)" : text
    }

    /// Its own backslashes, and the characters that would become others on paper.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            case "\"": escaped += "\\(dq"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
