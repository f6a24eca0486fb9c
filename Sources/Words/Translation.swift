/// Says a text of the program's own in the user's language: see `Language`.
///
/// - Parameters:
///   - phrase: The text in English.
///   - meaning: What tells it from others that are written the same in English; `msgctxt` in a catalogue.
/// - Returns: Its translation, or the English text where there is none.
package func tr(_ phrase: Phrase, meaning: StaticString? = nil) -> String {
    if case .english(let text) = phrase.content { return text }
    let (name, values) = phrase.entry
    let text = Language.catalogue?.text(name, meaning: meaning.map { "\($0)" }) ?? name
    return filled(text, with: values)
}

/// Says a text that goes with a number, in the form that the user's language has for that number.
///
/// - Parameters:
///   - count: The number, which need not be in the text.
///   - one: The English text for one.
///   - other: The English text for all other numbers, with the same values in it; `msgid_plural`.
package func tr(_ count: some BinaryInteger, one: Phrase, other: Phrase) -> String {
    let chosen = count == 1 ? one : other
    if case .english(let text) = chosen.content { return text }
    let (name, _) = one.entry
    let (english, values) = chosen.entry
    let text = Language.catalogue?.text(name, count: UInt64(clamping: count.magnitude))
    return filled(text ?? english, with: values)
}

/// Puts values in the places of a text: `{1}` is the first.
///
/// A place that there is no value for is left as it is. A blank between a place and Chinese goes where the
/// value is Chinese too: there are blanks beside numbers and other scripts only.
func filled(_ text: String, with values: [String]) -> String {
    guard !values.isEmpty else { return text }
    var result = ""
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "{") {
        result += rest[..<open]
        rest = rest[open...]
        let digits = rest.dropFirst().prefix(2).prefix { $0.isASCII && $0.isNumber }
        if let number = Int(digits), values.indices.contains(number - 1),
            digits.endIndex < rest.endIndex, rest[digits.endIndex] == "}"
        {
            let value = values[number - 1]
            if result.last == " ", isHan(result.dropLast().last), isHan(value.first) {
                result.removeLast()
            }
            result += value
            rest = rest[rest.index(after: digits.endIndex)...]
            if rest.first == " ", isHan(value.last), isHan(rest.dropFirst().first) {
                rest.removeFirst()
            }
        } else {
            result.append(rest.removeFirst())
        }
    }
    return result + rest
}

/// Whether a character is an ideograph of Chinese, or punctuation that goes with them.
private func isHan(_ character: Character?) -> Bool {
    guard let scalar = character?.unicodeScalars.first else { return false }
    return switch scalar.value {
    case 0x201C, 0x201D, 0x2E80...0x303F, 0x3400...0x9FFF, 0xF900...0xFAFF, 0xFF00...0xFF60,
        0x20000...0x3FFFF:
        true
    default: false
    }
}

/// Says a number of things: `1 file`, `2,000 files`, `3 directories`.
///
/// - Parameters:
///   - number: The number.
///   - shown: The number as people read it.
///   - noun: The English word for one of them; see `countable`.
package func counted(_ number: some BinaryInteger, shown: String, _ noun: String) -> String {
    if let catalogue = Language.catalogue,
        let text = catalogue.text("{1} \(noun)", count: UInt64(clamping: number.magnitude))
    {
        return filled(text, with: [shown])
    }
    guard number != 1 else { return "\(shown) \(noun)" }
    let nouns = noun.hasSuffix("y") ? noun.dropLast() + "ies" : noun + "s"
    return "\(shown) \(nouns)"
}

/// The translation of an English text that is no literal of its own: a paragraph of the manual.
package func translated(_ text: String) -> String {
    Language.catalogue?.text(text) ?? text
}

/// Marks the English word for something that is counted elsewhere, so that catalogues have it.
package func countable(_ noun: String) -> String { noun }
