/// Percent-encoding of URLs (RFC 3986, section 2.1).
package enum PercentEncoding {
    /// The bytes meant, decoded once; nil where a `%` has no two hexadecimal digits behind it.
    package static func decode(_ bytes: some Collection<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            guard byte == 0x25 else {
                result.append(byte)
                continue
            }
            guard let high = iterator.next().flatMap(digit),
                let low = iterator.next().flatMap(digit)
            else { return nil }
            result.append(high << 4 | low)
        }
        return result
    }

    /// A query's text: `+` is a blank; what cannot be decoded stays as it is.
    package static func text(_ part: some StringProtocol) -> String {
        let bytes = part.utf8.map { $0 == 0x2B ? 0x20 : $0 }
        return String(decoding: decode(bytes) ?? bytes, as: UTF8.self)
    }

    /// A path's component so that it stands in any URL: all but unreserved characters encoded.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in bytes {
            if isUnreserved(byte) {
                result.append(byte)
            } else {
                result += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
