/// A place in a few bytes of text, for reading dates and sizes.
struct TextCursor {
    private let bytes: UnsafeRawBufferPointer
    private(set) var place: Int
    let end: Int

    init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
        self.bytes = bytes
        place = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { place >= end }
    /// 0 past the end.
    var byte: UInt8 { place < end ? bytes[place] : 0 }

    func byte(after distance: Int) -> UInt8 {
        place + distance < end ? bytes[place + distance] : 0
    }

    mutating func skip(_ count: Int = 1) { place = min(end, place + count) }

    mutating func skipBlanks() {
        while place < end, bytes[place] == 0x20 { place += 1 }
    }

    /// Takes `wanted` if it stands here.
    mutating func take(_ wanted: UInt8) -> Bool {
        guard place < end, bytes[place] == wanted else { return false }
        place += 1
        return true
    }

    /// Takes `word`, which is in lower case, in any case, where no letter follows.
    mutating func take(word: StaticString) -> Bool {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[place..<end])
        guard rest.startsIgnoringCase(with: word) else { return false }
        guard !TextCursor.isLetter(byte(after: word.utf8CodeUnitCount)) else { return false }
        skip(word.utf8CodeUnitCount)
        return true
    }

    var isAtDigit: Bool { place < end && TextCursor.isDigit(bytes[place]) }
    var isAtLetter: Bool { place < end && TextCursor.isLetter(bytes[place]) }

    var digitCount: Int {
        var length = 0
        while place + length < end, TextCursor.isDigit(bytes[place + length]) { length += 1 }
        return length
    }

    /// A number of `digits` digits that no other digit follows.
    mutating func number(digits: ClosedRange<Int>) -> Int? {
        let count = digitCount
        guard digits.contains(count), count < 10 else { return nil }
        var value = 0
        for _ in 0..<count {
            value = value * 10 + Int(bytes[place] - 0x30)
            place += 1
        }
        return value
    }

    /// 1…12 by an English month's name, long or short; what stands here stays if it is none.
    mutating func month() -> Int? {
        var length = 0
        while TextCursor.isLetter(byte(after: length)) { length += 1 }
        guard (3...9).contains(length) else { return nil }
        let word = UnsafeRawBufferPointer(rebasing: bytes[place..<place + length])
        for (index, name) in TextCursor.months.enumerated()
        where word.startsIgnoringCase(with: name) {
            skip(length)
            return index + 1
        }
        return nil
    }

    /// Skips a day of the week and the comma after it.
    mutating func skipWeekday() {
        let start = place
        var length = 0
        while TextCursor.isLetter(byte(after: length)) { length += 1 }
        guard (3...9).contains(length) else { return }
        let word = UnsafeRawBufferPointer(rebasing: bytes[place..<place + length])
        for name in TextCursor.weekdays where word.startsIgnoringCase(with: name) {
            skip(length)
            _ = take(0x2C)
            skipBlanks()
            return
        }
        place = start
    }

    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static let months: [StaticString] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    private static let weekdays: [StaticString] = [
        "sun", "mon", "tue", "wed", "thu", "fri", "sat",
    ]
}
