package import Files

/// How files stood on both sides when they were last made the same: a server that does not keep the times of
/// what it is given has others for them.
package struct PairMemory: Hashable, Sendable {
    /// By the path below the first side's top.
    package private(set) var files: [[UInt8]: Pair<FileFingerprint>]

    package init(_ files: [[UInt8]: Pair<FileFingerprint>] = [:]) {
        self.files = files
    }

    /// Whether nothing is known.
    var isEmpty: Bool { files.isEmpty }

    /// Whether both are still as they stood then.
    func holds(_ names: [Name], _ entries: Pair<Entry>) -> Bool {
        guard !files.isEmpty, let known = files[PairMemory.key(names)] else { return false }
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
        Array(names.map(\.bytes).joined(separator: [0x2F]))
    }

    /// What is kept of it.
    package static func fingerprint(_ entry: Entry) -> FileFingerprint {
        FileFingerprint(size: entry.size, modified: entry.modified)
    }

    /// The same, seen from the other side.
    package var reversed: PairMemory {
        PairMemory(files.mapValues { Pair($0.second, $0.first) })
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
