import Files

/// A place as a file system has it that tells neither capitals from small letters, nor the Unicode
/// forms of a character apart, nor names that end with dots and blanks from those that do not.
/// Two places that differ here differ everywhere; where they are equal, the target is to be asked.
struct FoldedPath: Hashable {
    let site: Site
    /// Compared by canonical equivalence, as all text is.
    private let text: String

    init(_ path: Path, on site: Site) {
        self.site = site
        text = path.components.map { FoldedPath.fold($0.bytes) }.joined(separator: "/")
    }

    static func fold(_ bytes: [UInt8]) -> String {
        var end = bytes.count
        while end > 1, bytes[end - 1] == 0x2E || bytes[end - 1] == 0x20 { end -= 1 }
        let name = bytes[..<end]
        if name.allSatisfy({ $0 < 0x80 }) {
            return String(
                decoding: name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
        }
        // Up and down again, because some letters have two small forms.
        return String(decoding: name, as: UTF8.self).uppercased().lowercased()
    }

    /// Of a name, for finding out whether another may meet it; equal for names that are equal here.
    static func hash(of name: some Sequence<UInt8>) -> Int {
        fold(Array(name)).hashValue
    }
}
