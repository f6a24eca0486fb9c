/// The sequences of a terminal's own for its keys, as terminfo has them.
///
/// A list and no dictionary: a terminal has some thirty, and the first use of another kind of
/// dictionary costs the start more than all the lookups of a day.
package struct SpecialKeys: Sendable {
    private var sequences: [[UInt8]] = []
    private var keys: [Key] = []

    package init() {}

    package init(_ keys: KeyValuePairs<[UInt8], Key>) {
        for (sequence, key) in keys { add(sequence, key) }
    }

    /// The key that sends exactly this; nil where none does.
    package subscript(sequence: [UInt8]) -> Key? {
        sequences.firstIndex(of: sequence).map { keys[$0] }
    }

    /// Of two keys with the same sequence the first counts.
    package mutating func add(_ sequence: [UInt8], _ key: Key) {
        guard self[sequence] == nil else { return }
        sequences.append(sequence)
        keys.append(key)
    }
}
