/// The size column of `ls -l`: a number of bytes, a device's two numbers, or `33.5k`.
struct UnixSize {
    /// Nil for a device, and for a number too large to be one.
    let value: UInt64?
    /// Where the column ends; a device's may be two words.
    let end: Int

    /// Nil where `token` is no size.
    init?(_ line: ListingLine, _ token: Range<Int>) {
        let digits = line.digits(from: token.lowerBound)
        guard digits > 0 else { return nil }
        let after = token.lowerBound + digits
        if after == token.upperBound {
            value = line.number(token)
            end = after
            return
        }
        switch line[after] {
        case 0x2C:
            if after + 1 == token.upperBound {
                // `8, 1`
                let minor = line.token(from: token.upperBound)
                guard !minor.isEmpty, line.number(minor) != nil else { return nil }
                end = minor.upperBound
            } else {
                guard line.number(after + 1..<token.upperBound) != nil else { return nil }
                end = token.upperBound
            }
            value = nil
        case 0x2E, 0x4B, 0x6B, 0x4D, 0x6D, 0x47, 0x67, 0x54, 0x74:
            guard let scaled = UnixSize.scaled(line, token, digits: digits) else { return nil }
            value = scaled
            end = token.upperBound
        default:
            return nil
        }
    }

    /// `33.5k`: K, M, G and T are powers of 1,024.
    private static func scaled(
        _ line: ListingLine, _ token: Range<Int>, digits: Int
    ) -> UInt64? {
        let factor: UInt64
        switch line[token.upperBound - 1] {
        case 0x4B, 0x6B: factor = 1 << 10
        case 0x4D, 0x6D: factor = 1 << 20
        case 0x47, 0x67: factor = 1 << 30
        case 0x54, 0x74: factor = 1 << 40
        default: return nil
        }
        guard let whole = line.small(token.lowerBound..<token.lowerBound + digits) else {
            return nil
        }
        var bytes = UInt64(whole) &* factor
        let point = token.lowerBound + digits
        if point < token.upperBound - 1 {
            guard line[point] == 0x2E,
                let tenths = line.small(point + 1..<token.upperBound - 1, digits: 1)
            else { return nil }
            bytes &+= factor &* UInt64(tenths) / 10
        }
        return bytes
    }
}
