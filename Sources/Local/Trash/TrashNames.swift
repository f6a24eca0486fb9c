import Files

/// Names for something in the trash, of which one is taken that is free.
struct TrashNames {
    /// How the file's name ends that tells of it.
    static let ending = Array(".trashinfo".utf8)
    /// Bytes of a name on most file systems, and on those with shorter ones (eCryptfs).
    private static let limits = [255, 143]
    /// Tries with numbers; after them with digits by chance.
    private static let numbered = 16
    /// Tries in all.
    static let most = 64

    let name: Name
    private var limit = 0

    init(_ name: Name) {
        self.name = name
    }

    /// Names become shorter; false where they are as short as they get.
    mutating func shorten() -> Bool {
        guard limit + 1 < TrashNames.limits.count else { return false }
        limit += 1
        return true
    }

    /// The name for a try, from 0: the thing's own at first, cut where its record's would be too long.
    func candidate(_ number: Int) -> Name? {
        var end: [UInt8] = []
        if number >= TrashNames.numbered {
            end = Array(("." + String(UInt64.random(in: .min ... .max), radix: 16)).utf8)
        } else if number > 0 {
            end = Array(".\(number + 1)".utf8)
        }
        let room = TrashNames.limits[limit] - TrashNames.ending.count - end.count
        return Name(cut(to: room) + end)
    }

    /// The name of the record of what is called `name`.
    static func record(of name: Name) -> Name? { Name(name.bytes + ending) }

    /// What a record's name says that it is of; nil for other names.
    static func name(ofRecord name: Name) -> Name? {
        guard name.bytes.count > ending.count, name.bytes.suffix(ending.count) == ending[...] else {
            return nil
        }
        return Name(name.bytes.dropLast(ending.count))
    }

    /// Cut between characters, where it is UTF-8.
    private func cut(to room: Int) -> [UInt8] {
        var end = name.bytes.count
        guard end > room else { return name.bytes }
        end = room
        for _ in 0..<3 where end > 1 && name.bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return Array(name.bytes[..<end])
    }
}
