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

    /// All is taken: settles what only the whole tree tells, and puts what differs in order.
    package mutating func finish() {
        sharedOffset = offsets.shared
        for doubt in doubts {
            if let sharedOffset, doubt.difference.hasEqualSizes, doubt.span.holds(sharedOffset) {
                guard let one = doubt.difference.entries.first,
                    let two = doubt.difference.entries.second
                else { continue }
                noteSame(UnreadPair(names: doubt.difference.names, entries: Pair(one, two)))
            } else {
                differences.append(doubt.difference)
            }
        }
        doubts = []
        if let sharedOffset { correct(by: sharedOffset) }
        differences.sort { $0.path.lexicographicallyPrecedes($1.path) }
    }
}

extension Difference {
    /// Whether both sizes are known and the same.
    fileprivate var hasEqualSizes: Bool {
        guard let one = entries.first?.size, let two = entries.second?.size else { return false }
        return one == two
    }
}
