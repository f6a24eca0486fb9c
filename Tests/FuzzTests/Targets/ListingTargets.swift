import Files
import Listing

extension FuzzTarget {
    /// 2023-11-21, the day on which the listings are read.
    private static let now: Int64 = 1_700_553_600

    /// What a server answers to LIST, NLST and MLSD.
    static let listingTargets = [
        FuzzTarget("listing") { bytes, cut in
            try holdListing(bytes, cut: cut) { ListingParser(now: now) }
            try holdLimits(bytes)
        },
        FuzzTarget("facts", samples: "listing") { bytes, cut in
            try holdListing(bytes, cut: cut) {
                ListingParser(now: now, form: .facts, zoneOffset: 3_600)
            }
        },
        // The first line is the reply to SYST.
        FuzzTarget("system") { bytes, cut in
            let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
            let system = String(decoding: bytes[..<end], as: UTF8.self)
            try holdListing(Array(bytes[end...].dropFirst()), cut: cut) {
                ListingParser(now: now, system: system, zoneOffset: -12_600)
            }
        },
    ]

    private static func holdListing(
        _ bytes: [UInt8], cut: Int, _ make: () -> ListingParser
    ) throws {
        let whole = ListingReading(bytes, [bytes[...]], make())
        for pieces in pieces(of: bytes, cut: cut).dropFirst() {
            try hold(
                ListingReading(bytes, pieces, make()) == whole,
                "pieces are read otherwise than the whole")
        }
        // Where the first line never ends, the end may turn EBCDIC into what is none.
        if bytes.last != 0x0A, bytes.contains(0x0A) {
            let ended = bytes + [0x0A]
            try hold(
                ListingReading(ended, [ended[...]], make()) == whole,
                "the last line is read otherwise without its end")
        }
        try holdDirectory(whole.directory, of: bytes)
        var zoned = whole.directory
        zoned.place(inZoneAt: 54_000)
        try hold(zoned.count == whole.directory.count, "a zone changes the number of entries")
    }

    private static func holdDirectory(_ directory: Directory, of bytes: [UInt8]) throws {
        let lines = 1 + bytes.count { $0 == 0x0A }
        try hold(
            directory.count + directory.droppedCount <= lines, "more entries than lines")
        // A link's target may be another entry's name, and then stands there once more.
        try hold(
            directory.arena.count <= bytes.count * (directory.count + 1),
            "more bytes of names than were listed")
        try hold(directory.accounts.count <= 2 * lines + 1, "too many accounts")
        for account in directory.accounts {
            try holdVisible(account, "an account")
            try hold(account.utf8.count <= 1_000, "an account's name is too long")
        }
        for index in directory.records.indices {
            let name = directory.nameBytes(at: index)
            try hold(!name.isEmpty, "a name is empty")
            try hold(!name.contains { $0 == 0x2F || $0 == 0 }, "a name is a path")
            try hold(!name.elementsEqual([0x2E]), "a name is .")
            try hold(!name.elementsEqual([0x2E, 0x2E]), "a name is ..")
            guard let entry = directory.entry(at: index) else {
                throw Broken(description: "an entry has no name")
            }
            try hold(entry.mode ?? 0 <= 0o7777, "a mode has more than twelve bits")
            if let time = entry.modified { try FuzzTarget.holdTime(time) }
            try holdVisible(entry.name.text, "a name")
        }
    }

    /// The same with next to no room.
    private static func holdLimits(_ bytes: [UInt8]) throws {
        var limits = DirectoryBuilder.Limits()
        limits.entries = 2
        limits.arena = 24
        let reading = ListingReading(
            bytes, [bytes[...]], ListingParser(now: now, limits: limits))
        try hold(reading.directory.count <= limits.entries, "more entries than the limit")
        try hold(reading.directory.arena.count <= limits.arena, "more bytes than the limit")
    }
}

/// A listing as it was read from pieces.
struct ListingReading: Equatable {
    let directory: Directory
    let showsItself: Bool
    let unreadCount: Int

    init(_ bytes: [UInt8], _ pieces: [ArraySlice<UInt8>], _ parser: ListingParser) {
        var parser = parser
        bytes.withUnsafeBytes { raw in
            for piece in pieces where !piece.isEmpty {
                parser.feed(
                    UnsafeRawBufferPointer(rebasing: raw[piece.startIndex..<piece.endIndex]))
            }
        }
        directory = parser.finish()
        showsItself = parser.showsItself
        unreadCount = directory.unreadCount
    }

    static func == (left: ListingReading, right: ListingReading) -> Bool {
        left.showsItself == right.showsItself && left.unreadCount == right.unreadCount
            && left.directory.droppedCount == right.directory.droppedCount
            && left.directory.isCut == right.directory.isCut
            && left.directory.entries == right.directory.entries
    }
}
