import Files
import Words

/// Goes through what is to be packed, each directory before what is in it.
struct PackWalk {
    /// One entry on the way.
    struct Item {
        let path: Path
        /// The path inside the archive, in UTF-8 as far as its site's charset is known.
        let name: [UInt8]
        var entry: Entry
    }

    private struct Level {
        let path: Path
        let name: [UInt8]
        let listing: Directory
        var next = 0
    }

    /// As in archives that are read: links that a server shows as directories may lead in a circle.
    private static let limits = ArchiveLimits()

    private let files: any FileSystem
    private let order: PackOrder
    private var levels: [Level]
    /// The directory that came last, which is read before the next entry.
    private var unread: Item?

    init(_ order: PackOrder, in files: any FileSystem) {
        self.files = files
        self.order = order
        levels = [Level(path: order.directory, name: [], listing: order.entries)]
    }

    /// The next entry; nil at the end.
    mutating func next() throws(FileSystemError) -> Item? {
        if order.isStopped() { throw ArchiveError.packingStopped }
        if let unread {
            self.unread = nil
            try enter(unread)
        }
        while let level = levels.last {
            guard level.next < level.listing.count else {
                levels.removeLast()
                continue
            }
            levels[levels.count - 1].next += 1
            guard let entry = level.listing.entry(at: level.next),
                !order.isSkipped(entry.name)
            else { continue }
            let item = Item(
                path: level.path.appending(entry.name), name: name(of: entry, in: level),
                entry: entry)
            // Zip has a mark for UTF-8, and none that programs agree on for anything else.
            if order.format == .zip, String(validating: item.name, as: UTF8.self) == nil {
                throw ArchiveError.notUTF8(item.path)
            }
            guard item.name.count <= PackWalk.limits.pathBytes else {
                throw ArchiveError.tooDeep(to: item.path)
            }
            if entry.kind == .directory { unread = item }
            return item
        }
        return nil
    }

    private func name(of entry: Entry, in level: Level) -> [UInt8] {
        let name = entry.name.carried(from: files.site, to: .local).bytes
        return level.name.isEmpty ? name : level.name + [0x2F] + name
    }

    private mutating func enter(_ item: Item) throws(FileSystemError) {
        guard levels.count < PackWalk.limits.depth else {
            throw ArchiveError.tooDeep(to: item.path)
        }
        let listing = try files.list(item.path)
        guard !listing.isCut else { throw ArchiveError.tooManyNames(item.path) }
        let missing = listing.droppedCount + listing.unreadCount
        if missing > 0 {
            let entries = Plural.count(missing, "entry")
            order.leaveOut(
                tr(
                    missing,
                    one: "\(entries) of \(item.path.text) could not be read and was skipped.",
                    other: "\(entries) of \(item.path.text) could not be read and were skipped."))
        }
        levels.append(Level(path: item.path, name: item.name, listing: listing))
    }
}
