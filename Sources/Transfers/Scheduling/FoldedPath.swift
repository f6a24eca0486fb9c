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
        text = path.components.map { FoldedName.text(of: $0.bytes) }.joined(separator: "/")
    }

    /// Of a name, for finding out whether another may meet it; equal for names that are equal here.
    static func hash(of name: some Collection<UInt8>) -> Int {
        var hasher = Hasher()
        // Nearly all names are plain: to make a text of each takes ten times as long.
        let isPlain = name.withContiguousStorageIfAvailable { name in
            guard name.allSatisfy({ $0 < 0x80 }) else { return false }
            var end = name.count
            while end > 1, name[end - 1] == 0x2E || name[end - 1] == 0x20 { end -= 1 }
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: end) { small in
                for index in 0..<end {
                    let byte = name[index]
                    small[index] = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
                }
                hasher.combine(bytes: UnsafeRawBufferPointer(small))
            }
            return true
        }
        if isPlain == true { return hasher.finalize() }
        var text = FoldedName.text(of: Array(name))
        let isFoldedPlain = text.withUTF8 { text in
            guard text.allSatisfy({ $0 < 0x80 }) else { return false }
            hasher.combine(bytes: UnsafeRawBufferPointer(text))
            return true
        }
        if !isFoldedPlain { hasher.combine(text) }
        return hasher.finalize()
    }
}
