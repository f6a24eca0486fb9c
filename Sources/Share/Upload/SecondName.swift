import Files

/// What a file is called where its name is taken: `name (1).txt`.
enum SecondName {
    /// Bytes that Linux takes in a name.
    private static let limit = 255

    static func make(of name: Name, number: Int) -> Name {
        let bytes = name.bytes
        let addition = Array(" (\(number))".utf8)
        var end = bytes.count
        if let dot = bytes.lastIndex(of: 0x2E), dot > 0 { end = dot }
        let suffix = bytes[end...].prefix(limit / 2)
        var stem = bytes[..<end].prefix(limit - suffix.count - addition.count)
        // A character that the cut went through goes as a whole.
        if stem.count < end, bytes[stem.count] & 0xC0 == 0x80 {
            while let last = stem.popLast(), last & 0xC0 == 0x80 {}
        }
        return Name(stem + addition + suffix) ?? name
    }
}
