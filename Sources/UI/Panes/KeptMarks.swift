import Files

/// Carries marks over to a directory that was read again, by name.
enum KeptMarks {
    /// How far to look for where the two go on alike, after an entry that came or went.
    private static let reach = 16

    /// The entries of `new` that have the names of those that are marked in `old`.
    static func carry(_ marked: MarkSet, from old: Directory, to new: Directory) -> MarkSet {
        guard !marked.isEmpty else { return [] }
        // Mostly nothing has changed, and then no name need be looked at.
        if new.hasSameNames(as: old) { return marked }
        var kept = MarkSet(capacity: new.count)
        // What one of them has where the other has something else.
        var (gone, come): ([UInt32], [UInt32]) = ([], [])
        old.withNames { oldNames in
            new.withNames { newNames in
                func areSame(_ left: Int, _ right: Int) -> Bool {
                    guard left < old.count, right < new.count else { return false }
                    let (one, other) = (oldNames[left], newNames[right])
                    return one.count == other.count && one.elementsEqual(other)
                }
                var (left, right) = (0, 0)
                while left < old.count, right < new.count {
                    var (skippedOld, skippedNew) = (0, 0)
                    if !areSame(left, right) {
                        let distance = (1...reach).first {
                            areSame(left + $0, right) || areSame(left, right + $0)
                        }
                        switch distance {
                        case let distance? where areSame(left + distance, right):
                            skippedOld = distance
                        case let distance?: skippedNew = distance
                        case nil: (skippedOld, skippedNew) = (1, 1)
                        }
                    }
                    for index in left..<left + skippedOld where marked.contains(UInt32(index)) {
                        gone.append(UInt32(index))
                    }
                    for index in right..<right + skippedNew { come.append(UInt32(index)) }
                    left += skippedOld
                    right += skippedNew
                    guard skippedOld == 0 || skippedNew == 0 else { continue }
                    if marked.contains(UInt32(left)) { kept.insert(UInt32(right)) }
                    left += 1
                    right += 1
                }
                for index in left..<max(left, old.count) where marked.contains(UInt32(index)) {
                    gone.append(UInt32(index))
                }
                come += (right..<max(right, new.count)).map { UInt32($0) }
            }
        }
        guard !gone.isEmpty, !come.isEmpty else { return kept }
        // What only stands in another place now.
        let names = Set(gone.map { old.nameBytes(at: Int($0)) })
        for index in come where names.contains(new.nameBytes(at: Int(index))) { kept.insert(index) }
        return kept
    }
}
