package import Files

/// What is to be remembered of files that were made the same: those of which their times do not tell that
/// they are.
package struct RememberedPairs: Sendable {
    /// How these stand, by their paths at the first side.
    package private(set) var needed: [[UInt8]: Pair<FileFingerprint>] = [:]
    /// The paths of those of which the times tell enough.
    package private(set) var told: [[UInt8]] = []

    /// Files as they stand on both sides; of anything else nothing is remembered.
    package init(_ standing: [(names: Pair<[Name]>, entries: Pair<Entry>)]) {
        for (names, entries) in standing where entries.first.kind == .file {
            let key = PairMemory.key(names.first)
            if PairMemory.isNeeded(for: entries) {
                needed[key] = entries.map(PairMemory.fingerprint)
            } else {
                told.append(key)
            }
        }
    }
}
