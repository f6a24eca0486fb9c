import Files

/// Finds files that have another name or place on one side only: what is gone from there and unchanged on
/// the other, and what is new there and stands as that stood.
struct MoveFinder {
    private struct Key: Hashable {
        var size: UInt64
        var seconds: Int64
        /// Permissions that were changed as well are carried by a copy.
        var mode: UInt16?
    }

    /// What may be moved of one size and time, as indices of differences.
    private struct Found {
        var new: [Int] = []
        var gone: [Int] = []
    }

    /// By the index of what is new, the index of what is gone.
    private(set) var moves: [Int: Int] = [:]

    /// `unmoved`: indices of what is new and is known not to have been anywhere else.
    init(
        _ differences: Differences, _ actions: [SyncPlan.Action?], _ memory: SyncMemory,
        unmoved: Set<Int>
    ) {
        guard !memory.isEmpty else { return }
        for side in ComparedSide.allCases {
            var found: [Key: Found] = [:]
            for (index, difference) in differences.enumerated() where !unmoved.contains(index) {
                switch actions[index] {
                case .carry(side.other, .copy)?:
                    guard difference.reason == .only(side), let entry = difference.entries[side],
                        memory.state(of: difference) == nil,
                        let key = MoveFinder.key(AgreedState.Standing(entry))
                    else { continue }
                    found[key, default: Found()].new.append(index)
                case .carry(side.other, .delete)?:
                    // It stands on the other side; how it stood here is remembered.
                    guard let state = memory.state(of: difference), state.kind == .file,
                        let key = MoveFinder.key(state.sides[side])
                    else { continue }
                    found[key, default: Found()].gone.append(index)
                default: break
                }
            }
            for candidates in found.values { match(candidates, differences) }
        }
    }

    /// Nil for what many files may have in common.
    private static func key(_ standing: AgreedState.Standing) -> Key? {
        guard let size = standing.file.size, size > 0, let time = standing.file.modified,
            time.precision == .second
        else { return nil }
        return Key(size: size, seconds: time.seconds, mode: standing.mode.map { $0 & 0o777 })
    }

    private mutating func match(_ found: Found, _ differences: Differences) {
        if let new = found.new.first, let gone = found.gone.first, found.new.count == 1,
            found.gone.count == 1
        {
            moves[new] = gone
            return
        }
        // Where several look alike, their names tell.
        func names(_ indices: [Int]) -> [Name: [Int]] {
            var found: [Name: [Int]] = [:]
            for index in indices {
                guard let name = differences[index].names.first.last else { continue }
                found[name, default: []].append(index)
            }
            return found
        }
        let gone = names(found.gone)
        for (name, indices) in names(found.new) where indices.count == 1 {
            if let others = gone[name], others.count == 1 { moves[indices[0]] = others[0] }
        }
    }
}
