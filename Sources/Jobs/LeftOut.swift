/// Names below a directory that were not copied: pipes, sockets, devices, links that could be
/// neither made nor followed, and what cannot be a name of a file.
package struct LeftOut: Hashable, Sendable {
    /// Sentences that are kept.
    private static let limit = 100

    package private(set) var count = 0
    /// Which, and why: a sentence for each directory or link, the first hundred.
    package private(set) var sentences: [String] = []

    package init() {}

    /// So many, of which nothing else is known any more.
    package init(count: Int) {
        self.count = max(0, count)
    }

    /// So many will be counted again; their sentences stay, and are not said twice.
    package mutating func subtract(_ count: Int) { self.count = max(0, self.count - count) }

    package mutating func add(_ count: Int, _ sentence: String) {
        self.count += count
        if sentences.count < LeftOut.limit, !sentences.contains(sentence) {
            sentences.append(sentence)
        }
    }
}
