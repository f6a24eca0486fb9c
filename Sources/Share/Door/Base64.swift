/// Base64 (RFC 4648, section 4).
enum Base64 {
    /// Nil for what is none; padding may be missing. Texts over 4 KiB are refused.
    static func decode(_ text: String) -> [UInt8]? {
        var digits = Array(text.utf8)
        guard digits.count <= 4_096 else { return nil }
        while digits.last == 0x3D { digits.removeLast() }
        guard digits.count % 4 != 1 else { return nil }
        var result: [UInt8] = []
        var pool: UInt32 = 0
        var bits = 0
        for digit in digits {
            guard let value = value(digit) else { return nil }
            pool = (pool << 6 | UInt32(value)) & 0xFFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                result.append(UInt8(truncatingIfNeeded: pool >> UInt32(bits)))
            }
        }
        return result
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x41...0x5A: digit - 0x41
        case 0x61...0x7A: digit - 0x61 + 26
        case 0x30...0x39: digit - 0x30 + 52
        case 0x2B: 62
        case 0x2F: 63
        default: nil
        }
    }
}
