/// Bytes that are looked for in files, in pieces of any size. Without a capital letter in them, the case of
/// Latin letters does not count.
package struct FindText: Hashable, Sendable {
    /// The bytes, in small letters where case does not count.
    package let wanted: [UInt8]
    /// Whether the case of Latin letters does not count.
    package let folds: Bool
    /// How far the end of a piece may be from the next possible place, by the last byte of it.
    private let steps: [Int]

    /// Nil for an empty text.
    package init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        let bytes = Array(text.utf8)
        folds = !bytes.contains { (0x41...0x5A).contains($0) }
        wanted = bytes
        var steps = [Int](repeating: bytes.count, count: 256)
        for (index, byte) in bytes.dropLast().enumerated() {
            steps[Int(byte)] = bytes.count - 1 - index
        }
        self.steps = steps
    }

    /// Bytes that must be kept of a piece before the next one.
    package var overlap: Int { wanted.count - 1 }

    /// Whether the bytes hold it (by Horspool's search).
    package func isFound(in bytes: UnsafeRawBufferPointer) -> Bool {
        let count = wanted.count
        var end = count - 1
        while end < bytes.count {
            var index = count - 1
            while index >= 0, folded(bytes[end - (count - 1 - index)]) == wanted[index] {
                index -= 1
            }
            if index < 0 { return true }
            end += steps[Int(folded(bytes[end]))]
        }
        return false
    }

    private func folded(_ byte: UInt8) -> UInt8 {
        folds && (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}
