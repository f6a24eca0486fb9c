/// Why some of many things failed: the first reasons, and how many there are.
package struct FailureList: Hashable, Sendable {
    /// As many as are kept, in the order in which they came.
    package private(set) var first: [FileSystemError] = []
    /// All of them, also those that are not kept.
    package private(set) var count = 0
    private let limit: Int

    /// Keeps `limit` reasons at most.
    package init(atMost limit: Int = .max) {
        self.limit = limit
    }

    package mutating func append(_ error: FileSystemError) {
        if first.count < limit { first.append(error) }
        count += 1
    }

    /// Takes in what failed elsewhere.
    package mutating func append(_ more: FailureList) {
        first += more.first.prefix(limit - first.count)
        count += more.count
    }
}
