/// The part of a file that the viewer holds: one run of bytes at any offset. Offsets are those of
/// the file; whatever is asked for outside the run is simply not there.
package struct ViewerWindow: Sendable {
    /// Bytes kept at most.
    static let capacity = 32 << 20
    /// Bytes dropped at a time, so that moving the rest is paid for seldom.
    static let dropSize = 8 << 20

    private(set) var start = 0
    private(set) var bytes: [UInt8] = []
    /// Whether the file ends where the window ends.
    private(set) var reachesEnd = false

    init() {}

    /// Nothing yet, at an offset.
    init(at offset: Int) {
        start = max(0, offset)
    }

    var end: Int { start + bytes.count }
    var isEmpty: Bool { bytes.isEmpty }

    /// The byte at an offset; nil where it is not loaded.
    subscript(offset: Int) -> UInt8? {
        offset >= start && offset < end ? bytes[offset - start] : nil
    }

    /// Adds what comes after the window; drops from its start what is too much.
    mutating func append(_ added: [UInt8], isLast: Bool) {
        bytes += added
        reachesEnd = isLast
        guard bytes.count > ViewerWindow.capacity else { return }
        let dropped = max(ViewerWindow.dropSize, bytes.count - ViewerWindow.capacity)
        bytes.removeFirst(min(dropped, bytes.count))
        start += dropped
    }

    /// Adds what comes before the window; drops from its end what is too much.
    mutating func prepend(_ added: [UInt8]) {
        bytes.insert(contentsOf: added, at: 0)
        start = max(0, start - added.count)
        guard bytes.count > ViewerWindow.capacity else { return }
        let dropped = max(ViewerWindow.dropSize, bytes.count - ViewerWindow.capacity)
        bytes.removeLast(min(dropped, bytes.count))
        reachesEnd = false
    }

    /// The last offset in a range that holds `byte`; what is not loaded holds nothing.
    func last(_ byte: UInt8, in range: Range<Int>) -> Int? {
        let low = max(range.lowerBound, start)
        let high = min(range.upperBound, end)
        guard low < high else { return nil }
        return bytes[low - start..<high - start].lastIndex(of: byte).map { $0 + start }
    }

    /// The first offset in a range that holds `byte`.
    func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
        let low = max(range.lowerBound, start)
        let high = min(range.upperBound, end)
        guard low < high else { return nil }
        return bytes[low - start..<high - start].firstIndex(of: byte).map { $0 + start }
    }

    /// The first place in a range where the bytes stand; letters of ASCII match in either case
    /// unless the pattern has capitals.
    func find(_ pattern: [UInt8], in range: Range<Int>) -> Int? {
        search(pattern, in: range) { $0 }
    }

    /// The last such place.
    func findLast(_ pattern: [UInt8], in range: Range<Int>) -> Int? {
        search(pattern, in: range) { $0.reversed() }
    }

    private func search<Places: Sequence<Int>>(
        _ pattern: [UInt8], in range: Range<Int>, _ ordered: (Range<Int>) -> Places
    ) -> Int? {
        let low = max(range.lowerBound, start) - start
        let high = min(range.upperBound, end) - start - pattern.count
        guard let first = pattern.first, low <= high else { return nil }
        let isExact = pattern.contains { (0x41...0x5A).contains($0) }
        func fold(_ byte: UInt8) -> UInt8 {
            !isExact && (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
        }
        return bytes.withUnsafeBufferPointer { buffer in
            for place in ordered(low..<high + 1) where fold(buffer[place]) == first {
                var matched = 1
                while matched < pattern.count, fold(buffer[place + matched]) == pattern[matched] {
                    matched += 1
                }
                if matched == pattern.count { return place + start }
            }
            return nil
        }
    }
}
