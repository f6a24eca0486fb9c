/// A size as an index page shows it.
enum WebSize: Equatable {
    /// Bytes.
    case exact(UInt64)
    /// `1.2M`: somewhere near, and so of no use.
    case rounded

    /// At the cursor, which then stands behind it; nil where there is none.
    init?(_ cursor: inout TextCursor) {
        var probe = cursor
        guard probe.isAtDigit else { return nil }
        var value: UInt64 = 0
        var isWhole = true
        while true {
            let byte = probe.byte
            if TextCursor.isDigit(byte) {
                let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
                let (sum, overflow) = product.addingReportingOverflow(UInt64(byte - 0x30))
                guard !tooLarge, !overflow else { return nil }
                value = sum
            } else if byte == 0x2C, WebSize.isGroup(probe) {
                // Thousands are set apart: 1,234.
            } else if byte == 0x2E, TextCursor.isDigit(probe.byte(after: 1)) {
                isWhole = false
            } else {
                break
            }
            probe.skip()
        }
        let unit = WebSize.unit(&probe)
        guard unit != .none else { return nil }
        cursor = probe
        self = isWhole && unit == .bytes ? .exact(value) : .rounded
    }

    private static func isGroup(_ cursor: TextCursor) -> Bool {
        (1...3).allSatisfy { TextCursor.isDigit(cursor.byte(after: $0)) }
            && !TextCursor.isDigit(cursor.byte(after: 4))
    }

    private enum Unit { case bytes, larger, none }

    private static func unit(_ cursor: inout TextCursor) -> Unit {
        var probe = cursor
        let isApart = probe.byte == 0x20
        if isApart { probe.skip() }
        for word in ["b", "byte", "bytes", "octets"] as [StaticString] where probe.take(word: word)
        {
            cursor = probe
            return .bytes
        }
        let prefix = probe.byte | 0x20
        if [0x6B, 0x6D, 0x67, 0x74, 0x70, 0x65].contains(prefix) {
            probe.skip()
            if probe.byte | 0x20 == 0x69 { probe.skip() }
            if probe.byte | 0x20 == 0x62 { probe.skip() }
            if !probe.isAtLetter, !probe.isAtDigit {
                cursor = probe
                return .larger
            }
        }
        // A word apart is a description; one that clings to the number makes it no size.
        if isApart || cursor.isAtEnd { return .bytes }
        return .none
    }

    /// Kilo, mega, giga, tera, peta, exa, in small letters.
    private static func isPrefix(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x6B, 0x6D, 0x67, 0x74, 0x70, 0x65: true
        default: false
        }
    }
}
