package import Files

/// Something that a search has found.
package struct FoundEntry: Hashable, Sendable {
    /// What the listing tells of it.
    package let entry: Entry
    /// The names that lead to it from where the search began, its own the last.
    package let names: [Name]

    /// As many are shown of a search.
    package static let limit = 100_000

    /// An entry by the names that lead to it.
    package init(_ entry: Entry, names: [Name]) {
        self.entry = entry
        self.names = names
    }
}

/// How a search has ended.
package struct FindEnd: Hashable, Sendable {
    /// Why directories or files could not be looked into: the first of them, a sentence each.
    package var failures: [String] = []
    /// All that could not.
    package var failureCount = 0
    /// Whether there is more than is shown.
    package var isCut = false

    /// As many failures have a sentence.
    package static let failureLimit = 100

    /// Everything was looked at.
    package init() {}

    /// Notes why something could not be looked into.
    package mutating func note(_ error: FileSystemError) {
        failureCount += 1
        if failures.count < FindEnd.failureLimit { failures.append(error.message) }
    }
}
