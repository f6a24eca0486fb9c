import Glibc

/// A line of a listing, or a part of one. Reading past its end gives 0, never a trap.
struct ListingLine {
    let bytes: UnsafeBufferPointer<UInt8>

    init(_ raw: UnsafeRawBufferPointer) {
        bytes = raw.bindMemory(to: UInt8.self)
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }
    var isEmpty: Bool { bytes.isEmpty }
    var last: UInt8 { self[count - 1] }

    subscript(position: Int) -> UInt8 {
        position >= 0 && position < bytes.count ? bytes[position] : 0
    }

    /// The part in `range`, cut to what there is.
    subscript(range: Range<Int>) -> ListingLine {
        let range = range.clamped(to: 0..<bytes.count)
        return ListingLine(UnsafeBufferPointer(rebasing: bytes[range]))
    }

    func prefix(_ length: Int) -> ListingLine { self[0..<max(0, length)] }

    func contains(where predicate: (UInt8) -> Bool) -> Bool { bytes.contains(where: predicate) }

    func equals(_ other: [UInt8]) -> Bool {
        guard other.count == count else { return false }
        guard let base = bytes.baseAddress else { return true }
        return memcmp(base, other, count) == 0
    }

    /// Whether the part in `range` is `text`, without regard to the case of ASCII letters.
    func matches(_ range: Range<Int>, _ text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount, range.lowerBound >= 0,
            range.upperBound <= count, let base = bytes.baseAddress
        else { return false }
        return strncasecmp(
            UnsafeRawPointer(base + range.lowerBound).assumingMemoryBound(to: CChar.self),
            UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self), range.count) == 0
    }

    /// Whether this is `.` or `..`.
    var isSelfOrParent: Bool {
        switch count {
        case 1: bytes[0] == 0x2E
        case 2: bytes[0] == 0x2E && bytes[1] == 0x2E
        default: false
        }
    }

    /// Without a directory before the name, as some servers give it: `/pub/name`, `./name`. What
    /// leads upwards stays, and is no name.
    var withoutDirectory: ListingLine {
        guard self[0] == 0x2F || (self[0] == 0x2E && self[1] == 0x2F),
            let slash = bytes.dropLast().lastIndex(of: 0x2F)
        else { return self }
        let name = self[slash + 1..<count]
        return name.isSelfOrParent ? self : name
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// The next run of bytes that are no blanks, from `position` on; empty at the end.
    func token(from position: Int) -> Range<Int> {
        var start = max(0, position)
        while start < bytes.count, ListingLine.isBlank(bytes[start]) { start += 1 }
        var end = start
        while end < bytes.count, !ListingLine.isBlank(bytes[end]) { end += 1 }
        return min(start, end)..<end
    }

    /// The number that the digits in `range` make; nil where another byte stands there, or where
    /// it does not fit.
    func number(_ range: Range<Int>) -> UInt64? {
        guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= count else { return nil }
        var value: UInt64 = 0
        for position in range {
            let digit = bytes[position] &- 0x30
            guard digit < 10 else { return nil }
            // 19 digits always fit; past them each step has to be checked.
            if range.count < 20 {
                value = value &* 10 &+ UInt64(digit)
            } else {
                let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
                let (sum, overflow) = product.addingReportingOverflow(UInt64(digit))
                if tooLarge || overflow { return nil }
                value = sum
            }
        }
        return value
    }

    /// The same, for numbers of `digits` digits at most.
    func small(_ range: Range<Int>, digits: Int = 4) -> Int? {
        range.count <= digits ? number(range).map { Int($0) } : nil
    }

    /// How many digits stand from `position` on.
    func digits(from position: Int) -> Int {
        var end = position
        while ListingLine.isDigit(self[end]) { end += 1 }
        return end - position
    }
}
