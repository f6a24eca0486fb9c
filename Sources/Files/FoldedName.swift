/// Names as a file system has them that tells neither capitals from small letters, nor the Unicode forms of a
/// character apart, nor names from those that end with dots and blanks, or hold what cannot be seen.
package enum FoldedName {
    /// Equal, by canonical equivalence as all text is, for any two names that some file system takes for one.
    package static func text(of bytes: [UInt8]) -> String {
        var end = bytes.count
        while end > 1, bytes[end - 1] == 0x2E || bytes[end - 1] == 0x20 { end -= 1 }
        let name = bytes[..<end]
        if name.allSatisfy({ $0 < 0x80 }) {
            return String(
                decoding: name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
        }
        let seen = String(decoding: name, as: UTF8.self).unicodeScalars
            .filter { !$0.properties.isDefaultIgnorableCodePoint }
        // Up and down again, because some letters have two small forms.
        return String(String.UnicodeScalarView(seen)).uppercased().lowercased()
    }
}
