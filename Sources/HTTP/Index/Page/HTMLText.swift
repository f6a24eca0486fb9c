import Files

/// Character references in text and attributes (HTML section 13.2.5.72).
enum HTMLText {
    /// Bytes between `&` and `;` that are looked at.
    private static let longest = 12

    /// Appends `text` with its references replaced; what is none stays as it is.
    static func decode(_ text: UnsafeRawBufferPointer, into result: inout [UInt8]) {
        var start = 0
        while let mark = text.firstIndex(of: 0x26, from: start) {
            result.append(contentsOf: text[start..<mark])
            let end =
                text[(mark + 1)...].prefix(longest + 1)
                .firstIndex { !isReferenceByte($0) } ?? min(text.count, mark + 2 + longest)
            let word = UnsafeRawBufferPointer(rebasing: text[(mark + 1)..<end])
            let isClosed = end < text.count && text[end] == 0x3B
            if let scalar = scalar(of: word, isClosed: isClosed) {
                result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                start = isClosed ? end + 1 : end
            } else {
                result.append(0x26)
                start = mark + 1
            }
        }
        result.append(contentsOf: text[min(start, text.count)...])
    }

    private static func isReferenceByte(_ byte: UInt8) -> Bool {
        byte == 0x23 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }

    private static func scalar(
        of word: UnsafeRawBufferPointer, isClosed: Bool
    ) -> Unicode.Scalar? {
        guard word.first == 0x23 else { return isClosed ? named(word) : nil }
        let isHex = word.count > 1 && word[1] | 0x20 == 0x78
        let digits = word.dropFirst(isHex ? 2 : 1)
        guard !digits.isEmpty else { return nil }
        var value: UInt32 = 0
        for byte in digits {
            guard let digit = PercentCoding.value(ofHexDigit: byte), isHex || digit < 10 else {
                return nil
            }
            value = min(value &* (isHex ? 16 : 10) &+ UInt32(digit), 0x11_0000)
        }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    private static func named(_ word: UnsafeRawBufferPointer) -> Unicode.Scalar? {
        if word.elementsEqual("amp".utf8) { return "&" }
        if word.elementsEqual("lt".utf8) { return "<" }
        if word.elementsEqual("gt".utf8) { return ">" }
        if word.elementsEqual("quot".utf8) { return "\"" }
        if word.elementsEqual("apos".utf8) { return "'" }
        if word.elementsEqual("nbsp".utf8) { return "\u{A0}" }
        return nil
    }
}
