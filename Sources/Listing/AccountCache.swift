import Files

/// Remembers the owner (or group) seen last, because most lines have the same one.
struct AccountCache {
    /// Bytes of an account's name that are kept.
    private static let limit = 64

    private var bytes: [UInt8] = []
    private var number: UInt16 = 0

    mutating func number(of name: ListingLine, in builder: inout DirectoryBuilder) -> UInt16 {
        guard !name.isEmpty else { return 0 }
        if name.equals(bytes) { return number }
        bytes = Array(name.bytes)
        number = builder.number(of: VisibleText.make(bytes.prefix(AccountCache.limit)))
        return number
    }
}
