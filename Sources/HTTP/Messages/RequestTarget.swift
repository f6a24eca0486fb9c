import Files

/// The path and query of a request, as they are sent (RFC 9112 section 3.2.1).
enum RequestTarget {
    /// The names' bytes as they are, percent-encoded; with a `/` at the end for a directory.
    static func make(_ path: Path, isDirectory: Bool = false, query: String? = nil) -> String {
        var text: [UInt8] = []
        for name in path.components {
            text.append(0x2F)
            for byte in name.bytes { append(byte, if: isPlain(byte), to: &text) }
        }
        if isDirectory || path.isRoot { text.append(0x2F) }
        if let query {
            text.append(0x3F)
            for byte in query.utf8 { append(byte, if: isQuery(byte), to: &text) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// A value in a query: its bytes percent-encoded, save for `/`.
    static func queryValue(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        for byte in bytes { append(byte, if: isUnreserved(byte) || byte == 0x2F, to: &text) }
        return String(decoding: text, as: UTF8.self)
    }

    private static func append(_ byte: UInt8, if isPlain: Bool, to text: inout [UInt8]) {
        if isPlain { return text.append(byte) }
        let digits = Array("0123456789ABCDEF".utf8)
        text += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }

    /// What may stand in a path's component as it is (RFC 3986 section 3.3), save for `+` and `;`,
    /// which some servers take for something else.
    private static func isPlain(_ byte: UInt8) -> Bool {
        isUnreserved(byte) || "!$&'()*,=:@".utf8.contains(byte)
    }

    /// What of a query that the user gave stays as it is: all that a request line can hold.
    private static func isQuery(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"\"#<>\\^`{|}".utf8.contains(byte)
    }

    /// The path that a target names: decoded, without the query; and whether it ends in `/`.
    static func path(of target: String) -> (path: Path, isDirectory: Bool) {
        var names: [Name] = []
        let plain = target.utf8.prefix { $0 != 0x3F }
        for part in plain.split(separator: 0x2F) {
            if let name = Name(decoded(Array(part))) { names.append(name) }
        }
        return (Path(components: names), plain.last == 0x2F)
    }

    /// Percent-decoded; what is no escape stays as it is.
    static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if byte == 0x25, let high = rest.first.flatMap(hexValue),
                let low = rest.dropFirst().first.flatMap(hexValue)
            {
                result.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                result.append(byte)
            }
        }
        return result
    }

    static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
