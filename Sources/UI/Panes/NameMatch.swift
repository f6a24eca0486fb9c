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
            // Mostly the first letter is in none of eight.
            if last - start >= 8, !hasByte(first, or: capital, name, at: start) {
                start += 8
                continue
            }
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

    /// Whether one of the eight bytes from `start` on is either of two.
    private static func hasByte(
        _ one: UInt8, or other: UInt8, _ name: UnsafeBufferPointer<UInt8>, at start: Int
    ) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let word = UnsafeRawBufferPointer(name).loadUnaligned(
            fromByteOffset: start, as: UInt64.self)
        let left = word ^ (ones &* UInt64(one))
        let right = word ^ (ones &* UInt64(other))
        // A byte borrows from its highest bit where it is 0.
        return ((left &- ones) & ~left | (right &- ones) & ~right) & (ones << 7) != 0
    }
}
