import Files

/// What stands behind a name in a listing of VMS, in whatever order the server prints it.
struct VMSFields {
    private(set) var size: UInt64?
    private(set) var hasSize = false
    /// Nil also for a month by a name that nobody knows.
    private(set) var day: Int64?
    private(set) var hasDay = false
    private(set) var time: TimeText?
    private(set) var owner = 0..<0
    private(set) var group = 0..<0
    private(set) var hasProtection = false
    private let line: ListingLine

    /// Whether something was there that only VMS prints.
    var isBracketed: Bool { hasProtection || hasBrackets }
    private var hasBrackets = false

    /// Nil where anything else stands there.
    init?(_ line: ListingLine, from start: Int) {
        self.line = line
        var position = start
        while true {
            let token = line.token(from: position)
            if token.isEmpty { return }
            switch line[token.lowerBound] {
            case 0x5B: position = takeOwner(token)
            case 0x28:
                hasProtection = true
                position = closing(0x29, from: token.lowerBound) ?? line.count
            default:
                guard takeWord(token) else { return nil }
                position = token.upperBound
            }
        }
    }

    /// A size, a day, a time, or an owner without brackets.
    private mutating func takeWord(_ token: Range<Int>) -> Bool {
        if !hasDay, DashedDay.matches(line, token) {
            hasDay = true
            day = DashedDay.read(line, token)
        } else if hasDay, time == nil, let read = TimeText(line, token) {
            time = read
        } else if !hasSize, let read = VMSFields.size(line, token) {
            size = read
            hasSize = true
        } else if !hasSize, !line[token].contains(where: { $0 != 0x2A && $0 != 0x2F }) {
            hasSize = true
        } else {
            guard owner.isEmpty, !line[token].contains(where: { !VMSFields.isAccount($0) }) else {
                return false
            }
            split(token)
        }
        return true
    }

    /// `[GRP,OWN]`; the bracket may never close.
    private mutating func takeOwner(_ token: Range<Int>) -> Int {
        hasBrackets = true
        let end = closing(0x5D, from: token.lowerBound)
        split(token.lowerBound + 1..<(end.map { $0 - 1 } ?? token.upperBound))
        return end ?? token.upperBound
    }

    /// Behind the next `bracket`; nil where another field starts before it, or none comes.
    private func closing(_ bracket: UInt8, from start: Int) -> Int? {
        var position = start + 1
        while position < line.count, line[position] != 0x28 {
            if line[position] == bracket { return position + 1 }
            position += 1
        }
        return nil
    }

    private mutating func split(_ account: Range<Int>) {
        guard let comma = account.first(where: { line[$0] == 0x2C }) else {
            owner = account
            return
        }
        group = trimmed(account.lowerBound..<comma)
        owner = trimmed(comma + 1..<account.upperBound)
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var range = range
        while let last = range.last, ListingLine.isBlank(line[last]) { range = range.dropLast() }
        while let first = range.first, ListingLine.isBlank(line[first]) {
            range = range.dropFirst()
        }
        return range
    }

    /// Blocks of 512 bytes used, and after `/` those allocated; or `2KB`.
    private static func size(_ line: ListingLine, _ token: Range<Int>) -> UInt64? {
        let digits = line.digits(from: token.lowerBound)
        let end = token.lowerBound + digits
        guard let count = line.number(token.lowerBound..<end) else { return nil }
        let factor: UInt64
        if end == token.upperBound {
            factor = 512
        } else if line[end] == 0x2F {
            let allocated = end + 1..<token.upperBound
            guard !allocated.isEmpty,
                !line[allocated].contains(where: { !ListingLine.isDigit($0) && $0 != 0x2A })
            else { return nil }
            factor = 512
        } else if line.matches(end..<token.upperBound, "KB") {
            factor = 1 << 10
        } else if line.matches(end..<token.upperBound, "MB") {
            factor = 1 << 20
        } else if line.matches(end..<token.upperBound, "GB") {
            factor = 1 << 30
        } else {
            return nil
        }
        let (bytes, overflow) = count.multipliedReportingOverflow(by: factor)
        return overflow ? nil : bytes
    }

    private static func isAccount(_ byte: UInt8) -> Bool {
        ListingLine.isDigit(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == 0x5F
            || byte == 0x24 || byte == 0x2C
    }
}
