/// A text that catalogues have: a literal that the sources give to `tr`, a counted noun, or a piece of the
/// manual.
struct CatalogueText: Hashable {
    /// What tells texts apart that are the same in English.
    var meaning: String?
    /// The English text, with `{1}` and so on for what is put in.
    let name: String
    /// The same for other numbers than one.
    var plural: String?

    /// Where a source has it, and the expressions of what is put in.
    struct Place {
        let text: CatalogueText
        let file: String
        let line: Int
        let values: [String]
    }

    /// Those of a source, in their order; and what is given to `tr` in a way that none can be read from.
    static func all(
        in source: [UInt8], file: String
    ) -> (places: [Place], faults: [(line: Int, text: String)]) {
        let literals = SwiftLiterals(source: source).literals.sorted {
            $0.range.lowerBound < $1.range.lowerBound
        }
        var places: [Place] = []
        var faults: [(line: Int, text: String)] = []
        for (index, literal) in literals.enumerated() {
            let before = code(before: literal.range.lowerBound, in: source)
            // What comes after all that is put into this one.
            let next = literals[(index + 1)...].first {
                $0.range.lowerBound >= literal.range.upperBound
            }
            func following(_ label: String) -> String? {
                guard let next, code(before: next.range.lowerBound, in: source).hasSuffix(label),
                    next.range.lowerBound - literal.range.upperBound < 80
                else { return nil }
                return named(next)
            }
            func add(_ text: CatalogueText) {
                places.append(
                    Place(text: text, file: file, line: literal.line, values: literal.values))
            }
            if before.hasSuffix("tr("), !isWithinName(before.dropLast(3).last) {
                let meaning =
                    source[literal.range.upperBound...].prefix(40)
                    .split(separator: UInt8(ascii: ")"), omittingEmptySubsequences: false).first
                    .map { String(decoding: $0, as: UTF8.self) } ?? ""
                add(
                    CatalogueText(
                        meaning: meaning.contains("meaning:") ? following("meaning:") : nil,
                        name: named(literal)))
            } else if before.hasSuffix(",one:") {
                guard let plural = following("other:") else {
                    faults.append((literal.line, literal.text))
                    continue
                }
                add(CatalogueText(name: named(literal), plural: plural))
            } else if isNoun(before) {
                add(noun(literal.text))
            }
        }
        return (places, faults)
    }

    /// How a catalogue has a word for something that is counted.
    static func noun(_ word: String) -> CatalogueText {
        CatalogueText(
            name: "{1} \(word)",
            plural: "{1} " + (word.hasSuffix("y") ? word.dropLast() + "ies" : word + "s"))
    }

    private static func named(_ literal: SwiftLiterals.Literal) -> String {
        var name = ""
        for (number, piece) in literal.text.split(
            separator: SwiftLiterals.mark, omittingEmptySubsequences: false
        ).enumerated() {
            if number > 0 { name += "{\(number)}" }
            name += piece
        }
        return name
    }

    /// The code before a place, without breaks, and without spaces but between words.
    private static func code(before place: Int, in source: [UInt8]) -> String {
        var code: [UInt8] = []
        var isApart = false
        for byte in source[max(0, place - 240)..<place] {
            guard byte != 0x20, byte != 0x0A else {
                isApart = true
                continue
            }
            // Two words stay apart.
            if isApart, let last = code.last, isWord(last), isWord(byte) { code.append(0x20) }
            code.append(byte)
            isApart = false
        }
        return String(decoding: code, as: UTF8.self)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || isWithinName(Character(Unicode.Scalar(byte)))
    }

    private static func isWithinName(_ character: Character?) -> Bool {
        character.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." } ?? false
    }

    private static func isNoun(_ before: String) -> Bool {
        if before.hasSuffix("countable(") { return true }
        guard let call = before.ranges(of: /(Plural|Format|Self)\.count\(|\bcounted\(/).last else {
            return false
        }
        // The number is the first argument, with brackets of its own, and the noun the second.
        var depth = 0
        for character in before[call.upperBound...] {
            if character == "(" || character == "[" { depth += 1 }
            if character == ")" || character == "]" { depth -= 1 }
            if depth < 0 { return false }
        }
        return depth == 0 && before.hasSuffix(",")
    }
}
