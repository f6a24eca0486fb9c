import Terminal
import Words

/// What the argument parser has to say, in the user's language: it speaks English only, and measures texts
/// as if all characters were as wide as English ones.
enum ParserText {
    /// Columns before what an option means.
    private static let indentation = 26

    /// - Parameters:
    ///   - message: What the parser says, with each paragraph in one line.
    ///   - columns: How wide a line may be.
    static func said(_ message: String, columns: Int) -> String {
        message.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            wrapped(said(line: String(line)), columns: columns)
        }.joined(separator: "\n")
    }

    private static func said(line: String) -> String {
        func rest(after mark: String) -> String? {
            line.hasPrefix(mark) ? String(line.dropFirst(mark.count)) : nil
        }
        if let text = rest(after: "OVERVIEW: ") { return tr("OVERVIEW: \(text)") }
        if let text = rest(after: "USAGE: ") { return tr("USAGE: \(text)") }
        if let text = rest(after: "Usage: ") { return tr("Usage: \(text)") }
        if let text = rest(after: "Error: ") { return tr("Error: \(fault(text))") }
        if let text = rest(after: "Help:  ") { return tr("Help: \(text)") }
        switch line {
        case "ARGUMENTS:": return tr("ARGUMENTS:")
        case "OPTIONS:": return tr("OPTIONS:")
        case "SUBCOMMANDS:": return tr("SUBCOMMANDS:")
        default: break
        }
        if let found = line.wholeMatch(
            of: /\ \ See '(.*)' for (?:more information|detailed help)\./)
        {
            return "  " + tr("See '\(found.1)' for more.")
        }
        return notes(
            line.replacing("Show help information.", with: tr("Show help information."))
                .replacing("Show the version.", with: tr("Show the version.")))
    }

    /// What is put behind the meaning of an option.
    private static func notes(_ line: String) -> String {
        if let found = line.firstMatch(of: /\(values: ([^()]*); default: ([^()]*)\)$/) {
            return line[..<found.range.lowerBound]
                + tr("(values: \(found.1); default: \(found.2))")
        }
        if let found = line.firstMatch(of: /\(values: ([^()]*)\)$/) {
            return line[..<found.range.lowerBound] + tr("(values: \(found.1))")
        }
        if let found = line.firstMatch(of: /\(default: ([^()]*)\)$/) {
            return line[..<found.range.lowerBound] + tr("(default: \(found.1))")
        }
        return line
    }

    /// What is wrong with a command line.
    private static func fault(_ text: String) -> String {
        if let found = text.wholeMatch(of: /Unknown option '(.*)'\. Did you mean '(.*)'\?/) {
            return tr("Unknown option '\(found.1)'. Did you mean '\(found.2)'?")
        }
        if let found = text.wholeMatch(of: /Unknown option '(.*)'/) {
            return tr("Unknown option '\(found.1)'")
        }
        if let found = text.wholeMatch(of: /Missing value for '(.*)'/) {
            return tr("Missing value for '\(found.1)'")
        }
        if let found = text.wholeMatch(of: /Missing expected argument '(.*)'/) {
            return tr("Missing expected argument '\(found.1)'")
        }
        if let found = text.wholeMatch(of: /Unexpected argument '(.*)'/) {
            return tr("Unexpected argument '\(found.1)'")
        }
        if let found = text.wholeMatch(of: /(\d+) unexpected arguments: (.*)/) {
            return tr("\(found.1) unexpected arguments: \(found.2)")
        }
        if let found = text.wholeMatch(
            of: /The option '(.*)' does not take any value, but '(.*)' was specified\./)
        {
            return tr(
                "The option '\(found.1)' does not take any value, but '\(found.2)' was specified.")
        }
        if let found = text.wholeMatch(
            of: /The value '(.*)' is invalid for '(.*)'\. Please provide one of (.*)\./)
        {
            let values = found.3.replacing(" or ", with: ", ").replacing(" and ", with: ", ")
            return tr(
                "The value '\(found.1)' is invalid for '\(found.2)'. Please provide one of \(values)."
            )
        }
        if let found = text.wholeMatch(of: /The value '(.*)' is invalid for '(.*?)'(?:: (.*))?/) {
            let sentence = tr("The value '\(found.1)' is invalid for '\(found.2)'")
            return sentence + (found.3.map { ": \($0)" } ?? "")
        }
        return text
    }

    /// The lines of a paragraph, the later ones as far in as the first one's text.
    private static func wrapped(_ line: String, columns: Int) -> [String] {
        guard CharacterWidth.of(line) > columns else { return [line] }
        let blanks = line.prefix { $0 == " " }.count
        // An option with its meaning beside it.
        let isEntry =
            line.prefix(indentation).count == indentation && blanks == 2
            && line.dropFirst(indentation - 1).first == " "
        let more = isEntry ? indentation : blanks
        var lines: [String] = []
        var current = String(line.prefix(more))
        var used = CharacterWidth.of(current)
        var isFresh = true
        for word in line.dropFirst(more).split(separator: " ") {
            for (number, part) in LineBreaks.parts(of: word).enumerated() {
                let width = CharacterWidth.of(part)
                let gap = number == 0 && !isFresh ? 1 : 0
                if !isFresh, used + gap + width > columns {
                    lines.append(current)
                    current = String(repeating: " ", count: more) + part
                    used = more + width
                } else {
                    current += (gap == 1 ? " " : "") + part
                    used += gap + width
                }
                isFresh = false
            }
        }
        return lines + [current]
    }
}
