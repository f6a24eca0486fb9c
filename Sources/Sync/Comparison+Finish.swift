package import Files

// What only the whole of both trees tells.
extension Comparison {
    /// Of what only one side has, names that are one where capitals do not count, from the top of each
    /// tree: if a side does not tell them apart, they are the same file. Nil where there are none.
    package var caseTwin: Pair<[Name]>? {
        func key(_ names: [Name]) -> String {
            // Only in a directory that both have can one name be the other.
            guard let name = names.last else { return "" }
            return names.dropLast().map(\.text).joined(separator: "/") + "/"
                + name.text.uppercased().lowercased()
        }
        var firsts: [String: [Name]] = [:]
        for difference in differences where difference.reason == .only(.first) {
            firsts[key(difference.names.first)] = difference.names.first
        }
        guard !firsts.isEmpty else { return nil }
        for difference in differences where difference.reason == .only(.second) {
            if let first = firsts[key(difference.names.second)] {
                return Pair(first, difference.names.second)
            }
        }
        return nil
    }

    /// Says how much newer files are as their sides' clocks go.
    private mutating func correct(by offset: Int64) {
        for index in differences.indices {
            guard let one = differences[index].entries.first?.modified,
                let two = differences[index].entries.second?.modified
            else { continue }
            let gap = TimeSpan(one, two).gap(without: offset)
            switch differences[index].reason {
            case .size: differences[index].reason = .size(newerBy: gap)
            case .time: differences[index].reason = .time(newerBy: gap)
            default: break
            }
        }
    }

    /// Puts what differs in order: what a directory holds behind it. Each is moved once, and none is there
    /// twice.
    private mutating func sort() {
        var order = Array(differences.indices)
        order.sort { differences[$0].comesBefore(differences[$1]) }
        for start in order.indices where order[start] != start {
            let first = differences[start]
            var place = start
            while order[place] != start {
                differences[place] = differences[order[place]]
                (place, order[place]) = (order[place], place)
            }
            differences[place] = first
            order[place] = place
        }
    }

    /// What differs by its listing is the same after all.
    private mutating func settle(_ indices: [Int]) {
        let settled = Set(indices)
        guard !settled.isEmpty else { return }
        for index in settled.sorted() {
            if let files = differences[index].files { noteSame(files) }
        }
        var index = -1
        differences.removeAll { _ in
            index += 1
            return settled.contains(index)
        }
    }

    /// Files with those indices among `differences` were read, and are the same. After `finish`.
    package mutating func noteSame(_ indices: Set<Int>) {
        settle(Array(indices))
        sort()
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
        sort()
    }
}

extension UnreadPair {
    /// Whether both sizes are known and the same.
    fileprivate var hasEqualSizes: Bool {
        guard let one = entries.first.size, let two = entries.second.size else { return false }
        return one == two
    }
}
