package import Files

/// What synchronising two trees may do.
package struct SyncRules: Sendable {
    /// What becomes of a file that was changed on both sides, each time in another way.
    package enum Conflict: Hashable, Sendable {
        /// One of the two gets another name, and both are carried over.
        case keepBoth
        /// The newer replaces the older; where nothing tells which that is, both are kept.
        case newer
        /// That side's replaces the other's.
        case take(ComparedSide)
        /// Both stay as they are.
        case skip
    }

    package var scope: MirrorRules.Scope
    package var conflict: Conflict
    /// Whether a file is replaced that is newer than the other side's.
    package var replacesNewer: Bool
    package var limit: DeletionLimit
    /// Whether files with a new name or place get it on the other side as well, instead of being copied.
    package var findsMoves = true
    /// What is put into a name so that both files are kept: `20261127-113405`.
    package var stamp: String

    package init(
        scope: MirrorRules.Scope = .all, conflict: Conflict = .keepBoth,
        replacesNewer: Bool = true, limit: DeletionLimit = .usual, stamp: String
    ) {
        self.scope = scope
        self.conflict = conflict
        self.replacesNewer = replacesNewer
        self.limit = limit
        self.stamp = stamp
    }

    /// Bytes that a name may have.
    private static let longest = 255

    /// The name under which one of two files is kept: `report.conflict-20261127-113405.txt`.
    package func keptName(_ name: Name) -> Name {
        let bytes = name.bytes
        let dot = bytes.lastIndex(of: 0x2E).flatMap { $0 > 0 ? $0 : nil } ?? bytes.count
        let ending = Array(".conflict-\(stamp)".utf8) + bytes[dot...]
        var stem = Array(bytes[..<dot].prefix(max(0, SyncRules.longest - ending.count)))
        // A character is not cut in two.
        if stem.count < dot {
            while let last = stem.last, last & 0xC0 == 0x80 { stem.removeLast() }
            if let last = stem.last, last >= 0xC0 { stem.removeLast() }
        }
        return Name(stem + ending) ?? name
    }
}
