/// One way to log in that a server offers (RFC 9110 section 11.6.1): from a WWW-Authenticate field.
struct Challenge: Hashable, Sendable {
    /// In small letters: `basic`, `digest`.
    var scheme: String
    /// Parameters by their names in small letters.
    var parameters: [String: String]

    /// Challenges that are read of one answer.
    private static let limit = 16

    /// All challenges of the fields' values, in their order. Several may stand in one value.
    static func parse(_ values: [String]) -> [Challenge] {
        var all: [Challenge] = []
        for value in values {
            var reader = Reader(rest: Array(value.utf8)[...])
            while let challenge = reader.next(), all.count < limit { all.append(challenge) }
        }
        return all
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func next() -> Challenge? {
            skip { $0 == 0x2C || $0 == 0x20 || $0 == 0x09 }
            let scheme = token()
            guard !scheme.isEmpty else { return nil }
            var parameters: [String: String] = [:]
            while let (name, value) = parameter() {
                if parameters[name] == nil { parameters[name] = value }
            }
            return Challenge(scheme: scheme, parameters: parameters)
        }

        /// The next `name=value`; nil, with nothing taken, where another challenge begins.
        private mutating func parameter() -> (String, String)? {
            let start = rest
            skip { $0 == 0x2C || $0 == 0x20 || $0 == 0x09 }
            let name = token()
            skip { $0 == 0x20 || $0 == 0x09 }
            guard !name.isEmpty, rest.first == 0x3D else {
                rest = start
                return nil
            }
            rest = rest.dropFirst()
            // Of a token68 (RFC 9110 section 11.2) nothing is wanted.
            skip { $0 == 0x20 || $0 == 0x09 || $0 == 0x3D }
            guard rest.first == 0x22 else {
                let value = rest.prefix { $0 != 0x2C && $0 != 0x20 && $0 != 0x09 }
                rest = rest.dropFirst(value.count)
                return (name, String(decoding: value, as: UTF8.self))
            }
            return (name, quoted())
        }

        private mutating func quoted() -> String {
            rest = rest.dropFirst()
            var value: [UInt8] = []
            while let byte = rest.popFirst(), byte != 0x22 {
                if byte == 0x5C, let escaped = rest.popFirst() {
                    value.append(escaped)
                } else {
                    value.append(byte)
                }
            }
            return String(decoding: value, as: UTF8.self)
        }

        private mutating func token() -> String {
            let bytes = rest.prefix { byte in
                (0x21...0x7E).contains(byte) && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
            }
            rest = rest.dropFirst(bytes.count)
            return String(decoding: bytes, as: UTF8.self).lowercased()
        }

        private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
            rest = rest.drop(while: isSkipped)
        }
    }
}
