package import Files

/// What is to be remembered of files that were made the same: those of which their times do not tell that
/// they are.
package struct RememberedPairs: Sendable {
    /// How these stand, by their paths at the first side.
    package private(set) var needed = PairMemory()
    /// The paths of those of which the times tell enough; only of what was remembered, where that is given.
    package private(set) var told: [[UInt8]] = []

    /// Files as they stand on both sides; of anything else nothing is remembered. `known`: what was
    /// remembered before.
    package init(
        _ standing: some Sequence<(names: Pair<[Name]>, entries: Pair<Entry>)>,
        known: PairMemory? = nil
    ) {
        for (names, entries) in standing where entries.first.kind == .file {
            let key = PairMemory.key(names.first)
            if PairMemory.isNeeded(for: entries) {
                needed.note(key, entries.map(PairMemory.fingerprint))
            } else if known.map({ $0[key] != nil }) ?? true {
                told.append(key)
            }
        }
    }
}
