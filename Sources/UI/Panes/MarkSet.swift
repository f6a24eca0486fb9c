/// Marked entries of a directory, by index: a bit each, so that all of a million are marked,
/// counted and turned around within a frame.
package struct MarkSet: Hashable, Sendable {
    private var words: [UInt64] = []
    /// How many are marked.
    package private(set) var count = 0

    /// Nothing is marked.
    package init() {}

    /// With room for indices below `capacity`.
    init(capacity: Int) {
        words = Array(repeating: 0, count: (Swift.max(0, capacity) + 63) / 64)
    }

    /// These are marked.
    package init(_ indices: some Sequence<UInt32>) {
        for index in indices { insert(index) }
    }

    /// Whether nothing is marked.
    package var isEmpty: Bool { count == 0 }

    /// Whether an entry is marked.
    package func contains(_ index: UInt32) -> Bool {
        let word = Int(index >> 6)
        return word < words.count && words[word] & MarkSet.bit(index) != 0
    }

    /// Whether it is new.
    @discardableResult
    package mutating func insert(_ index: UInt32) -> Bool {
        let word = Int(index >> 6)
        if word >= words.count {
            // Twice as many, so that marking one after the other costs no more.
            let length = Swift.max(word + 1, Swift.min(words.count * 2, word + (1 << 16)))
            words += [UInt64](repeating: 0, count: length - words.count)
        }
        guard words[word] & MarkSet.bit(index) == 0 else { return false }
        words[word] |= MarkSet.bit(index)
        count += 1
        return true
    }

    /// Whether it was marked.
    @discardableResult
    package mutating func remove(_ index: UInt32) -> Bool {
        guard contains(index) else { return false }
        words[Int(index >> 6)] &= ~MarkSet.bit(index)
        count -= 1
        return true
    }

    /// Marks these as well.
    package mutating func formUnion(_ indices: some Sequence<UInt32>) {
        for index in indices { insert(index) }
    }

    /// Unmarks these.
    package mutating func subtract(_ indices: some Sequence<UInt32>) {
        for index in indices { remove(index) }
    }

    /// Marks what the other one marks as well.
    mutating func formUnion(_ other: MarkSet) {
        if words.count < other.words.count {
            words += [UInt64](repeating: 0, count: other.words.count - words.count)
        }
        combine(other) { $0 | $1 }
    }

    /// Unmarks what the other one marks.
    mutating func subtract(_ other: MarkSet) { combine(other) { $0 & ~$1 } }

    /// Keeps only what the other one marks as well.
    mutating func formIntersection(_ other: MarkSet) { combine(other) { $0 & $1 } }

    /// Word by word, and what lies beyond the other's words as if it were 0 there.
    private mutating func combine(_ other: MarkSet, _ body: (UInt64, UInt64) -> UInt64) {
        var count = 0
        for position in words.indices {
            let word = position < other.words.count ? other.words[position] : 0
            words[position] = body(words[position], word)
            count += words[position].nonzeroBitCount
        }
        self.count = count
    }

    private static func bit(_ index: UInt32) -> UInt64 { 1 << UInt64(index & 63) }

    /// Whether both mark the same.
    package static func == (left: MarkSet, right: MarkSet) -> Bool {
        guard left.count == right.count else { return false }
        let shared = Swift.min(left.words.count, right.words.count)
        // With equal counts, what one has beyond the other's words would be missing before.
        return left.words[..<shared] == right.words[..<shared]
    }

    /// By how many are marked.
    package func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

extension MarkSet: Sequence {
    /// From the smallest index up.
    package func makeIterator() -> Iterator { Iterator(words: words) }

    /// Goes through what is marked.
    package struct Iterator: IteratorProtocol {
        private let words: [UInt64]
        private var word = 0
        private var rest: UInt64

        fileprivate init(words: [UInt64]) {
            self.words = words
            rest = words.first ?? 0
        }

        /// The next larger index; nil at the end.
        package mutating func next() -> UInt32? {
            while rest == 0 {
                word += 1
                guard word < words.count else { return nil }
                rest = words[word]
            }
            defer { rest &= rest - 1 }
            return UInt32(word << 6 | rest.trailingZeroBitCount)
        }
    }
}

extension MarkSet: ExpressibleByArrayLiteral {
    /// These are marked.
    package init(arrayLiteral elements: UInt32...) {
        self.init(elements)
    }
}
