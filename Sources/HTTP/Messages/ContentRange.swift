/// Which part of a file a response holds (RFC 9110 section 14.4).
enum ContentRange: Hashable, Sendable {
    /// `bytes 0-99/200`; the total is nil for `*`.
    case part(first: UInt64, last: UInt64, total: UInt64?)
    /// `bytes */200`, of a 416.
    case unsatisfied(total: UInt64)

    /// Nil where it cannot be read, or makes no sense.
    init?(_ text: String) {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let total = ContentRange.number(halves[1])
        guard total != nil || halves[1] == "*" else { return nil }
        if halves[0] == "*" {
            guard let total else { return nil }
            self = .unsatisfied(total: total)
            return
        }
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = ContentRange.number(ends[0]),
            let last = ContentRange.number(ends[1]), first <= last, last < total ?? .max
        else { return nil }
        self = .part(first: first, last: last, total: total)
    }

    private static func number(_ text: Substring) -> UInt64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return UInt64(text)
    }
}
