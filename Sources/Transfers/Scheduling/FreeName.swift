import Files

/// The names that "keep both" tries: `name (1).ext`, `name (2).ext` …
enum FreeName {
    /// Bytes that most file systems allow in a name.
    static let lengthLimit = 255
    /// Names tried before giving up.
    static let tryLimit = 999

    static func candidate(_ name: Name, number: Int) -> Name? {
        let bytes = name.bytes
        var dot = bytes.endIndex
        if let last = bytes.lastIndex(of: UInt8(ascii: ".")), last > bytes.startIndex {
            dot = last
        }
        var stem = bytes[..<dot]
        var ending = bytes[dot...]
        let mark = Array(" (\(number))".utf8)
        // What looks like an extension but is as long as a name is cut like a name.
        if ending.count > lengthLimit / 2 { (stem, ending) = (bytes[...], []) }
        while stem.count + mark.count + ending.count > lengthLimit, let last = stem.popLast() {
            // UTF-8 is cut between characters only.
            while last & 0xC0 == 0x80, let byte = stem.last, byte >= 0x80 {
                stem.removeLast()
                if byte & 0xC0 != 0x80 { break }
            }
        }
        return Name(stem + mark + ending)
    }
}
