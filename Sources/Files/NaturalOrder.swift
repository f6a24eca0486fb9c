import Glibc

/// The order in which people expect names: ASCII letters without case, and numbers by their value.
package enum NaturalOrder {
    /// A name's bytes, for as long as the caller holds them.
    package typealias Bytes = UnsafeBufferPointer<UInt8>

    /// Negative where `left` comes first, 0 where only case or leading zeros differ.
    package static func compare(_ left: Bytes, _ right: Bytes) -> Int {
        var (i, j) = (0, 0)
        while i < left.count, j < right.count {
            let (a, b) = (left[i], right[j])
            if isDigit(a), isDigit(b) {
                let (first, second) = (number(in: left, at: i), number(in: right, at: j))
                let order = compareNumbers(left[rebased: first], right[rebased: second])
                if order != 0 { return order }
                (i, j) = (first.upperBound, second.upperBound)
            } else {
                let (x, y) = (folded(a), folded(b))
                if x != y { return x < y ? -1 : 1 }
                i += 1
                j += 1
            }
        }
        return (left.count - i) - (right.count - j)
    }

    /// Byte by byte; a name before one that goes on.
    package static func compareBytes(_ left: Bytes, _ right: Bytes) -> Int {
        if let a = left.baseAddress, let b = right.baseAddress {
            let order = Int(memcmp(a, b, min(left.count, right.count)))
            if order != 0 { return order }
        }
        return left.count - right.count
    }

    /// By what follows the last dot, without case.
    package static func compareExtensions(_ left: Bytes, _ right: Bytes) -> Int {
        let (a, b) = (pathExtension(of: left), pathExtension(of: right))
        for (x, y) in zip(a, b) where folded(x) != folded(y) {
            return folded(x) < folded(y) ? -1 : 1
        }
        return a.count - b.count
    }

    /// What follows the last dot, if that is not the first byte.
    package static func pathExtension(of name: Bytes) -> Slice<Bytes> {
        guard let dot = name.lastIndex(of: 0x2E), dot > 0 else { return name[name.count...] }
        return name[(dot + 1)...]
    }

    /// Eight bytes that compare as the names do from `start` on, unless they are the same: a number
    /// stands there as how many digits it has, and its digits.
    package static func prefix(of name: Bytes, from start: Int) -> UInt64 {
        var result: UInt64 = 0
        var room = 8
        func append(_ byte: UInt8) {
            guard room > 0 else { return }
            result = result << 8 | UInt64(byte)
            room -= 1
        }
        var position = start
        while room > 0, position < name.count {
            guard isDigit(name[position]) else {
                append(folded(name[position]))
                position += 1
                continue
            }
            let digits = number(in: name, at: position)
            append(0x30 + UInt8(min(digits.count, 9)))
            if digits.count >= 9 { append(UInt8(min(digits.count, 255))) }
            // Which of two such numbers has more digits is not said here, so nor are the digits.
            if digits.count >= 255 { break }
            for digit in digits.prefix(room) { append(name[digit]) }
            position = digits.upperBound
        }
        return result << (8 * UInt64(room))
    }

    /// Whether the byte is one of ASCII's `0`…`9`.
    package static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    /// The byte in lower case where it is a letter of ASCII.
    package static func folded(_ byte: UInt8) -> UInt8 {
        byte >= 0x41 && byte <= 0x5A ? byte + 32 : byte
    }

    /// The digits from `start` on, without leading zeros; the last digit always.
    private static func number(in name: Bytes, at start: Int) -> Range<Int> {
        var end = start
        while end < name.count, isDigit(name[end]) { end += 1 }
        var first = start
        while first < end - 1, name[first] == 0x30 { first += 1 }
        return first..<end
    }

    private static func compareNumbers(_ left: Bytes, _ right: Bytes) -> Int {
        left.count == right.count ? compareBytes(left, right) : left.count - right.count
    }
}

extension UnsafeBufferPointer {
    fileprivate subscript(rebased range: Range<Int>) -> UnsafeBufferPointer {
        UnsafeBufferPointer(rebasing: self[range])
    }
}
