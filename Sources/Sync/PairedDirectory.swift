package import Files

/// A directory of both trees, or of one of them.
package struct PairedDirectory: Hashable, Sendable {
    /// Its names from the top of each tree, the top itself without any.
    package var names: Pair<[Name]>
    /// Which sides have it.
    package var exists: Pair<Bool>
    /// Links that were followed on the way to it.
    package var links = 0
    /// Where it is in the rules.
    package var scope: PathFilter.Scope

    /// The tops of both trees.
    package static let top = PairedDirectory(
        names: Pair([], []), exists: Pair(true, true), scope: PathFilter.Scope())

    /// How many directories below the top it is.
    var depth: Int { names.first.count }
}

/// Two files of which only reading tells whether they are the same.
package struct UnreadPair: Hashable, Sendable {
    /// The names of the directory that holds them, from the top of each tree.
    let directory: Pair<[Name]>
    let last: Pair<Name>
    package var entries: Pair<Entry>

    package var names: Pair<[Name]> {
        Pair(directory.first + [last.first], directory.second + [last.second])
    }

    /// That they differ.
    func difference(_ reason: Difference.Reason) -> Difference {
        Difference(in: directory, last.map { $0 }, entries: entries.map { $0 }, reason: reason)
    }
}

extension UnreadPair {
    /// The first side's of one difference and the second's of another; nil where one of them is not there.
    init?(_ one: Difference, _ two: Difference) {
        guard let first = one.entries.first, let second = two.entries.second,
            let name = one.names.first.last, let other = two.names.second.last
        else { return nil }
        self.init(
            directory: Pair(Array(one.names.first.dropLast()), Array(two.names.second.dropLast())),
            last: Pair(name, other), entries: Pair(first, second))
    }
}
