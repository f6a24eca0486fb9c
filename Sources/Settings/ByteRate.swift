/// A limit of bytes a second as a user writes it.
package enum ByteRate {
    /// `2M` where that is exact, else plain bytes.
    static func text(_ rate: UInt64) -> String {
        for (unit, letter) in [(UInt64(1) << 30, "G"), (1 << 20, "M"), (1 << 10, "K")]
        where rate >= unit && rate % unit == 0 {
            return "\(rate / unit)\(letter)"
        }
        return String(rate)
    }

    /// `500K`, `2M`, `1.5m`, `1G` (1024 each) or plain bytes; 0 for no limit; nil for what is no rate.
    package static func parse(_ text: String) -> UInt64? {
        var digits = text[...]
        var factor = 1.0
        switch digits.last {
        case "k", "K": factor = 1_024
        case "m", "M": factor = 1_048_576
        case "g", "G": factor = 1_073_741_824
        default: break
        }
        if factor > 1 { digits.removeLast() }
        guard let first = digits.utf8.first, (0x30...0x39).contains(first),
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
            let number = Double(digits)
        else { return nil }
        let bytes = number * factor
        guard bytes <= 1e15 else { return nil }
        return UInt64(bytes)
    }
}
