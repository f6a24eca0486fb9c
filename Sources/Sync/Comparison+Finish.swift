package import Files

// What only the whole of both trees tells.
extension Comparison {
    /// Of what only one side has, names that are one where capitals do not count, from the top of each
    /// tree: if a side does not tell them apart, they are the same file. Nil where there are none.
    package var caseTwin: Pair<[Name]>? {
        // Only in a directory that both have can one name be the other.
        let shared = differences.loneDirectories(on: .first)
            .intersection(differences.loneDirectories(on: .second))
        guard !shared.isEmpty else { return nil }
        struct Key: Hashable {
            var directory: Int32
            var name: String
        }
        func key(_ position: Int, _ side: ComparedSide) -> Key? {
            let directory = differences.directory(at: position)
            guard shared.contains(directory), differences.reason(at: position) == .only(side),
                let name = differences[position].names[side].last
            else { return nil }
            return Key(directory: directory, name: name.text.uppercased().lowercased())
        }
        var firsts: [Key: Int] = [:]
        for position in differences.indices {
            if let key = key(position, .first) { firsts[key] = position }
        }
        for position in differences.indices {
            if let key = key(position, .second), let first = firsts[key] {
                return Pair(differences[first].names.first, differences[position].names.second)
            }
        }
        return nil
    }

    /// Says how much newer files are as their sides' clocks go.
    private mutating func correct(by offset: Int64) {
        for index in differences.indices {
            let isSize: Bool
            switch differences.reason(at: index) {
            case .size: isSize = true
            case .time: isSize = false
            default: continue
            }
            let entries = differences[index].entries
            guard let one = entries.first?.modified, let two = entries.second?.modified else {
                continue
            }
            let gap = TimeSpan(one, two).gap(without: offset)
            differences.setReason(isSize ? .size(newerBy: gap) : .time(newerBy: gap), at: index)
        }
    }

    /// What differs by its listing is the same after all.
    private mutating func settle(_ indices: [Int]) {
        let settled = Set(indices)
        guard !settled.isEmpty else { return }
        for index in settled.sorted() {
            if let files = differences[index].files { noteSame(files) }
        }
        differences.remove(at: settled)
    }

    /// Files with those indices among `differences` were read, and are the same. After `finish`.
    package mutating func noteSame(_ indices: Set<Int>) {
        settle(Array(indices))
        differences.sort()
    }

    /// All is taken: settles what only the whole tree tells, and puts what differs in order.
    /// `offset`: that of the clocks, where it is known otherwise.
    package mutating func finish(knowing offset: Int64? = nil) {
        sharedOffset = offset ?? offsets.shared
        if let sharedOffset {
            let same = doubts.filter { doubt in
                doubt.span.holds(sharedOffset)
                    && differences[doubt.index].files?.hasEqualSizes == true
            }
            settle(same.map(\.index))
        }
        doubts = []
        if let sharedOffset { correct(by: sharedOffset) }
        differences.sort()
    }
}

extension UnreadPair {
    /// Whether both sizes are known and the same.
    fileprivate var hasEqualSizes: Bool {
        guard let one = entries.first.size, let two = entries.second.size else { return false }
        return one == two
    }
}
