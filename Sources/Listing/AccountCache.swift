import Files

/// Remembers the owners (or groups) seen lately, because a listing has few of them.
struct AccountCache {
    /// Bytes of an account's name that are kept.
    private static let limit = 64

    private var seen: [(bytes: [UInt8], number: UInt16)] = Array(repeating: ([], 0), count: 32)

    mutating func number(of name: ListingLine, in builder: inout DirectoryBuilder) -> UInt16 {
        guard !name.isEmpty else { return 0 }
        let place = Int(name[0] &+ name.last &* 5 &+ UInt8(truncatingIfNeeded: name.count)) & 31
        if name.equals(seen[place].bytes) { return seen[place].number }
        let bytes = Array(name.bytes)
        let number = builder.number(of: VisibleText.make(bytes.prefix(AccountCache.limit)))
        seen[place] = (bytes, number)
        return number
    }
}
