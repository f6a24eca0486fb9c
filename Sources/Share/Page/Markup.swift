import Files

/// HTML as bytes: whatever a stranger named is escaped on the way in.
struct Markup {
    private(set) var bytes: [UInt8] = []

    /// Markup of Ferry's own, as it is.
    mutating func append(_ markup: StaticString) {
        markup.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Text, or the value of a quoted attribute: what HTML gives a meaning is escaped
    /// (HTML Living Standard, section 13.3).
    mutating func append(text: String) {
        for byte in text.utf8 {
            switch byte {
            case 0x26: append("&amp;")
            case 0x3C: append("&lt;")
            case 0x3E: append("&gt;")
            case 0x22: append("&quot;")
            case 0x27: append("&#39;")
            default: bytes.append(byte)
            }
        }
    }

    /// Text with markup of Ferry's own in place of some of its words, wherever a language puts these.
    mutating func append(text: String, marking words: [(word: String, markup: StaticString)]) {
        var rest = text[...]
        var open = words
        while true {
            let found = open.enumerated().compactMap { index, word in
                rest.firstRange(of: word.word).map { (index: index, range: $0) }
            }.min { $0.range.lowerBound < $1.range.lowerBound }
            guard let found else { break }
            append(text: String(rest[..<found.range.lowerBound]))
            append(open.remove(at: found.index).markup)
            rest = rest[found.range.upperBound...]
        }
        append(text: String(rest))
        // What a translation has left out is there all the same.
        for word in open { append(word.markup) }
    }

    /// A name as a stranger chose it: what is invisible, or turns the writing around, is shown.
    mutating func append(name: some Collection<UInt8>) {
        append(text: VisibleText.make(name))
    }

    /// A name as a step of a URL, in a quoted attribute.
    mutating func append(step name: some Collection<UInt8>) {
        bytes.append(contentsOf: PercentCoding.encode(name).utf8)
    }

    mutating func append(_ number: some BinaryInteger) {
        bytes.append(contentsOf: String(number).utf8)
    }

    mutating func append(_ markup: Markup) {
        bytes += markup.bytes
    }

    /// Markup that was made by this type before.
    mutating func append(sound markup: [UInt8]) {
        bytes += markup
    }

    /// Takes what is there, and keeps the room for more.
    mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }
}
