/// Percent-encoding of URLs (RFC 3986 section 2.1).
package enum PercentCoding {
    /// Bytes that stay as they are in a place of a URL; the unreserved ones of section 2.3 always do.
    package struct Kept: Sendable {
        private var low: UInt64 = 0
        private var high: UInt64 = 0

        /// The unreserved characters, and of `others` those that are ASCII.
        package init(_ others: StaticString = "") {
            for byte in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8 {
                insert(byte)
            }
            others.withUTF8Buffer { bytes in
                for byte in bytes { insert(byte) }
            }
        }

        private mutating func insert(_ byte: UInt8) {
            if byte < 64 { low |= 1 << byte } else if byte < 128 { high |= 1 << (byte - 64) }
        }

        package func contains(_ byte: UInt8) -> Bool {
            byte < 64 ? low >> byte & 1 == 1 : byte < 128 && high >> (byte - 64) & 1 == 1
        }

        /// Nothing but the unreserved characters.
        package static let unreserved = Kept()
    }

    /// All bytes but the kept ones encoded.
    package static func encode(
        _ bytes: some Sequence<UInt8>, keeping kept: Kept = .unreserved
    ) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            if kept.contains(byte) {
                text.append(byte)
            } else {
                text += [0x25, hexDigit(byte >> 4), hexDigit(byte & 15)]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes meant, decoded once; nil where a `%` has no two hexadecimal digits behind it.
    package static func decode(_ bytes: some Collection<UInt8>) -> [UInt8]? {
        decode(bytes, isStrict: true)
    }

    /// The same, where a `%` that has none is itself.
    package static func decodeLeniently(_ bytes: some Collection<UInt8>) -> [UInt8] {
        decode(bytes, isStrict: false) ?? []
    }

    private static func decode(
        _ bytes: some Collection<UInt8>, isStrict: Bool
    ) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var place = bytes.startIndex
        while place != bytes.endIndex {
            let byte = bytes[place]
            bytes.formIndex(after: &place)
            guard byte == 0x25 else {
                result.append(byte)
                continue
            }
            if let decoded = decodedByte(bytes[place...].prefix(2)) {
                result.append(decoded)
                place = bytes.index(place, offsetBy: 2)
            } else if isStrict {
                return nil
            } else {
                result.append(byte)
            }
        }
        return result
    }

    /// The byte that the two digits behind a `%` stand for; nil where they are none.
    package static func decodedByte(_ digits: some Collection<UInt8>) -> UInt8? {
        guard digits.count == 2, let high = digits.first.flatMap(value(ofHexDigit:)),
            let low = digits.dropFirst().first.flatMap(value(ofHexDigit:))
        else { return nil }
        return high << 4 | low
    }

    /// A form's text (application/x-www-form-urlencoded): `+` is a blank, and what cannot be decoded
    /// stays as it is.
    package static func decodeForm(_ bytes: some Collection<UInt8>) -> [UInt8] {
        decodeLeniently(bytes.map { $0 == 0x2B ? 0x20 : $0 })
    }

    /// 0…15; nil of what is no hexadecimal digit.
    package static func value(ofHexDigit byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x37 + value
    }
}
