import Files

/// The name that a server gives to what it sends (RFC 6266).
package enum ContentDisposition {
    /// `filename*` where it can be read (RFC 8187), else `filename`, as UTF-8; nil where there is
    /// none. What comes may be any text: it is no name of a file yet.
    package static func fileName(_ field: some Collection<UInt8>) -> [UInt8]? {
        var plain: [UInt8]?
        var rest = Array(field.prefix(4_096))[...]
        // The type itself, `attachment` or `inline`, says nothing about names.
        rest = rest.drop { $0 != 0x3B }
        while rest.popFirst() != nil {
            rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x3B }
            let name = rest.prefix { $0 != 0x3D && $0 != 0x3B }
            rest = rest.dropFirst(name.count)
            guard rest.first == 0x3D else { continue }
            rest = rest.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
            let value = takeValue(&rest)
            switch String(decoding: RawFields.trimmed(name), as: UTF8.self).lowercased() {
            case "filename*":
                if let text = extended(value) { return text }
            case "filename":
                plain = plain ?? utf8(value)
            default: break
            }
            rest = rest.drop { $0 != 0x3B }
        }
        return plain
    }

    /// A token or a quoted string, without its quotes (RFC 9110 section 5.6.4).
    private static func takeValue(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
        guard rest.first == 0x22 else {
            let token = rest.prefix { $0 != 0x3B }
            rest = rest.dropFirst(token.count)
            return RawFields.trimmed(token)
        }
        rest = rest.dropFirst()
        var value: [UInt8] = []
        while let byte = rest.popFirst(), byte != 0x22 {
            if byte == 0x5C, let next = rest.first, next == 0x22 || next == 0x5C {
                value.append(next)
                rest = rest.dropFirst()
            } else {
                value.append(byte)
            }
        }
        return value
    }

    /// `UTF-8'en'%e2%82%ac` (RFC 8187 section 3.2).
    private static func extended(_ value: [UInt8]) -> [UInt8]? {
        let parts = value.split(separator: 0x27, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let decoded = PercentCoding.decode(parts[2]) else { return nil }
        switch String(decoding: parts[0], as: UTF8.self).lowercased() {
        case "utf-8": return String(validating: decoded, as: UTF8.self).map { Array($0.utf8) }
        case "iso-8859-1": return latin(decoded)
        default: return nil
        }
    }

    private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        String(validating: bytes, as: UTF8.self) == nil ? latin(bytes) : bytes
    }

    private static func latin(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { Array(String(Unicode.Scalar($0)).utf8) }
    }
}
