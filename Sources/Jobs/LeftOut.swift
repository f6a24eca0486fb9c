/// Names below a directory that were not copied: pipes, sockets, devices, links where none are
/// copied, and what cannot be a name of a file.
package struct LeftOut: Hashable, Sendable {
    /// Sentences that are kept.
    private static let limit = 100

    package private(set) var count = 0
    /// Which, and why: a sentence for each directory that holds some, the first hundred.
    package private(set) var sentences: [String] = []

    package init() {}

    package mutating func add(_ count: Int, _ sentence: String) {
        self.count += count
        if sentences.count < LeftOut.limit { sentences.append(sentence) }
    }
}
