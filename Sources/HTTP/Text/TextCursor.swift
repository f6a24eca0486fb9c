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
        guard let month = TextCursor.month(packed(at: place)) else { return nil }
        skip(length)
        return month
    }

    /// Three letters in small ones.
    private func packed(at place: Int) -> UInt32 {
        UInt32(bytes[place] | 0x20) << 16 | UInt32(bytes[place + 1] | 0x20) << 8
            | UInt32(bytes[place + 2] | 0x20)
    }

    /// Skips a day of the week and the comma after it.
    mutating func skipWeekday() {
        var length = 0
        while TextCursor.isLetter(byte(after: length)) { length += 1 }
        guard (3...9).contains(length) else { return }
        guard TextCursor.isWeekday(packed(at: place)) else { return }
        skip(length)
        _ = take(0x2C)
        skipBlanks()
    }

    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static func month(_ packed: UInt32) -> Int? {
        switch packed {
        case 0x6A616E: 1
        case 0x666562: 2
        case 0x6D6172: 3
        case 0x617072: 4
        case 0x6D6179: 5
        case 0x6A756E: 6
        case 0x6A756C: 7
        case 0x617567: 8
        case 0x736570: 9
        case 0x6F6374: 10
        case 0x6E6F76: 11
        case 0x646563: 12
        default: nil
        }
    }

    /// Sunday to Saturday.
    private static func isWeekday(_ packed: UInt32) -> Bool {
        switch packed {
        case 0x73756E, 0x6D6F6E, 0x747565, 0x776564, 0x746875, 0x667269, 0x736174: true
        default: false
        }
    }
}
