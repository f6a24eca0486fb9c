import Files

/// What `ls -l` would say, as servers put it beside a name: only its first letter and the names of the
/// owner and the group are looked at, and only where nothing better tells them.
struct LongName {
    /// Bytes that are looked at.
    private static let limit = 512

    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(LongName.limit))
    }

    /// What kind of thing it is, where the line begins as a listing of Unix does.
    var kind: Entry.Kind? {
        guard bytes.count > 10 else { return nil }
        switch bytes[0] {
        case UInt8(ascii: "-"): return .file
        case UInt8(ascii: "d"): return .directory
        case UInt8(ascii: "l"): return .link
        case UInt8(ascii: "b"), UInt8(ascii: "c"), UInt8(ascii: "p"), UInt8(ascii: "s"):
            return .other
        default: return nil
        }
    }

    /// The third word and the fourth: `-rw-r--r-- 1 me staff 12 …`.
    var accounts: (user: String, group: String)? {
        guard kind != nil else { return nil }
        let words = bytes.split(separator: 0x20, maxSplits: 5)
        guard words.count > 4, words[1].allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x3F })
        else { return nil }
        return (VisibleText.make(words[2]), VisibleText.make(words[3]))
    }
}
