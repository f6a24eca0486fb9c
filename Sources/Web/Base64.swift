/// Base64 (RFC 4648 section 4).
package enum Base64 {
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    /// Bytes of a text that is decoded.
    private static let limit = 4_096

    /// With padding.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                text.append(
                    place <= group.count ? digits[value >> (18 - 6 * place) & 63] : 0x3D)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Nil for what is none; padding may be missing. Texts over 4 KiB are refused.
    package static func decode(_ text: String) -> [UInt8]? {
        var digits = Array(text.utf8)
        guard digits.count <= limit else { return nil }
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
