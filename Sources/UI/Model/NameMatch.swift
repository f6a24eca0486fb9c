import Files

/// A text that is looked for in names, without regard to the case of Latin letters.
struct NameMatch {
    /// As the names may hold it: in UTF-8, and in the site's charset where that differs.
    private let needle: [UInt8]
    private let other: [UInt8]?

    init(_ text: String, charset: Charset?) {
        needle = text.utf8.map(NamePattern.folded)
        let bytes = try? charset?.encode(text).map(NamePattern.folded)
        other = bytes == needle ? nil : bytes
    }

    func isIn(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        if needle.withUnsafeBufferPointer({ NameMatch.holds(name, $0) }) { return true }
        return other?.withUnsafeBufferPointer { NameMatch.holds(name, $0) } ?? false
    }

    private static func holds(
        _ name: UnsafeBufferPointer<UInt8>, _ wanted: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard wanted.count <= name.count else { return false }
        guard let first = wanted.first else { return true }
        let capital = first &- 0x61 < 26 ? first ^ 0x20 : first
        var start = 0
        let last = name.count - wanted.count
        while start <= last {
            let byte = name[start]
            if byte == first || byte == capital {
                var length = 1
                while length < wanted.count,
                    NamePattern.folded(name[start + length]) == wanted[length]
                {
                    length += 1
                }
                if length == wanted.count { return true }
            }
            start += 1
        }
        return false
    }
}
