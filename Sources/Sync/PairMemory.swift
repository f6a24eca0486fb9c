package import Files

/// How files stood on both sides when they were last made the same: a server that does not keep the times of
/// what it is given has others for them.
package struct PairMemory: Sendable {
    /// Below the first side's top.
    private var paths = PathTable()
    private var files: [Pair<PackedEntry>] = []

    package init() {}

    /// Whether nothing is known.
    package var isEmpty: Bool { files.isEmpty }

    /// Adds a file by its path below the first side's top, or what is so of it now.
    package mutating func note(_ path: [UInt8], _ file: Pair<FileFingerprint>) {
        let index = paths.add(path)
        let packed = file.map { PackedEntry(.file, $0, mode: nil) }
        if index < files.count { files[index] = packed } else { files.append(packed) }
    }

    /// How the file of that path stood; nil where nothing is known of it.
    package subscript(path: [UInt8]) -> Pair<FileFingerprint>? {
        paths.index(of: path).map { files[$0].map(\.print) }
    }

    /// All, in no order.
    package var all: some Collection<(path: [UInt8], file: Pair<FileFingerprint>)> {
        files.indices.lazy.map { (paths[$0], files[$0].map(\.print)) }
    }

    /// Whether both are still as they stood then.
    func holds(_ names: [Name], _ entries: Pair<Entry>) -> Bool {
        guard !isEmpty, let known = self[PairMemory.key(names)] else { return false }
        return PairMemory.isStill(known.first, entries.first)
            && PairMemory.isStill(known.second, entries.second)
    }

    /// Whether a file is known to be as it was: what cannot be compared is no answer.
    private static func isStill(_ known: FileFingerprint, _ entry: Entry) -> Bool {
        guard known.size == entry.size else { return false }
        guard let then = known.modified, let now = entry.modified else {
            return known.modified == nil && entry.modified == nil && known.size != nil
        }
        return Timestamp.order(then, now) == 0
    }

    /// How a file is known.
    package static func key(_ names: [Name]) -> [UInt8] {
        var key: [UInt8] = []
        key.reserveCapacity(names.reduce(0) { $0 + $1.bytes.count + 1 })
        for name in names {
            if !key.isEmpty { key.append(0x2F) }
            key += name.bytes
        }
        return key
    }

    /// What is kept of it.
    package static func fingerprint(_ entry: Entry) -> FileFingerprint {
        FileFingerprint(size: entry.size, modified: entry.modified)
    }
}

extension PairMemory {
    /// Whether only this tells that two files are the same: their times do not.
    package static func isNeeded(for entries: Pair<Entry>) -> Bool {
        guard let size = entries.first.size, size == entries.second.size else { return true }
        guard let one = entries.first.modified, let two = entries.second.modified else {
            return false
        }
        return !TimeSpan(one, two).holds(0)
    }
}

extension PairMemory: Hashable {
    /// Whether the same is known of the same files.
    package static func == (left: PairMemory, right: PairMemory) -> Bool {
        left.files.count == right.files.count
            && left.all.allSatisfy { right[$0.path] == $0.file }
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(files.count) }
}
