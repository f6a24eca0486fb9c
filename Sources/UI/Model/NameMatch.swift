import Files

/// A text that is looked for in names, without regard to the case of Latin letters.
struct NameMatch {
    /// As the names may hold it: in UTF-8, and in the site's charset.
    private let needles: [[UInt8]]

    init(_ text: String, charset: Charset?) {
        var needles = [text.utf8.map(NamePattern.folded)]
        if let bytes = try? charset?.encode(text).map(NamePattern.folded), bytes != needles[0] {
            needles.append(bytes)
        }
        self.needles = needles
    }

    func isIn(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        for needle in needles {
            if needle.withUnsafeBufferPointer({ NameMatch.holds(name, $0) }) { return true }
        }
        return false
    }

    private static func holds(
        _ name: UnsafeBufferPointer<UInt8>, _ wanted: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard wanted.count <= name.count else { return false }
        guard let first = wanted.first else { return true }
        for start in 0...name.count - wanted.count
        where NamePattern.folded(name[start]) == first {
            var length = 1
            while length < wanted.count,
                NamePattern.folded(name[start + length]) == wanted[length]
            {
                length += 1
            }
            if length == wanted.count { return true }
        }
        return false
    }
}
