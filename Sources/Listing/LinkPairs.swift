import Files

/// Finds the targets that servers leave out: MLSD's `unique` fact is one for a link and what it
/// leads to (RFC 3659 section 7.5.2; ProFTPD tells no other way where a link leads).
struct LinkPairs {
    /// Entries that are remembered; links of larger directories stay without a target.
    private static let limit = 100_000
    /// Names remembered that are no entries: paths, and those of the directory itself.
    private static let otherLimit = 1_000

    private var links: [(unique: UInt64, index: Int)] = []
    private var seen: [(unique: UInt64, index: Int)] = []
    private var others: [(unique: UInt64, name: [UInt8])] = []

    /// `index`: where the entry is kept; nil where it is none.
    mutating func note(_ entry: ListedEntry, at index: Int?, _ line: ListingLine) {
        let unique = LinkPairs.hash(line[entry.unique])
        if let index {
            guard seen.count < LinkPairs.limit else { return }
            if entry.kind != .link {
                seen.append((unique, index))
            } else if entry.target.isEmpty {
                links.append((unique, index))
            }
        } else if others.count < LinkPairs.otherLimit, entry.name.count < 4_096 {
            others.append((unique, Array(line[entry.name].bytes)))
        }
    }

    var isEmpty: Bool { links.isEmpty }

    /// Many links may have the same long target: `arena` is how many bytes of names the directory
    /// may have in all. Links past it stay without a target.
    func settle(_ directory: inout Directory, arena: Int) {
        var targets: [UInt64: [UInt8]?] = [:]
        for link in links { targets[link.unique] = .some(nil) }
        for entry in seen where targets[entry.unique] == .some(nil) {
            targets[entry.unique] = Array(directory.nameBytes(at: entry.index))
        }
        for other in others where targets[other.unique] == .some(nil) {
            targets[other.unique] = other.name
        }
        for link in links {
            guard let target = targets[link.unique] ?? nil else { continue }
            // The name moves to stand before its target.
            let added = directory.nameBytes(at: link.index).count + target.count
            guard directory.arena.count + added <= arena else { continue }
            directory.setTarget(target, at: link.index)
        }
    }

    /// FNV-1a: two that agree by chance cost no more than a wrong target on the screen.
    private static func hash(_ text: ListingLine) -> UInt64 {
        var value: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return value
    }
}
