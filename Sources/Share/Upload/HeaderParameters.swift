/// A field's value of the form `token; name=value; name="value"` (RFC 9110, section 5.6.6), as
/// bytes, because names of files in forms are sent as they are.
struct HeaderParameters {
    /// What stands before the first `;`, without blanks around it.
    let token: String
    /// Names in lower case; of two with the same name the first counts.
    private var values: [String: [UInt8]] = [:]

    init(_ text: String) {
        self.init(Array(text.utf8))
    }

    init(_ bytes: [UInt8]) {
        var reader = Reader(bytes: bytes)
        token = Headers.trimmed(String(decoding: reader.until([0x3B]), as: UTF8.self))
        while reader.skip(0x3B), values.count < 32 {
            let name = reader.until([0x3D, 0x3B])
            guard reader.skip(0x3D) else { continue }
            let value = reader.value()
            let key = Headers.trimmed(String(decoding: name, as: UTF8.self)).lowercased()
            if values[key] == nil { values[key] = value }
        }
    }

    /// Nil where there is none of that name.
    subscript(name: String) -> [UInt8]? { values[name] }

    private struct Reader {
        let bytes: [UInt8]
        var place = 0

        mutating func skip(_ byte: UInt8) -> Bool {
            guard place < bytes.count, bytes[place] == byte else { return false }
            place += 1
            return true
        }

        mutating func until(_ stops: [UInt8]) -> ArraySlice<UInt8> {
            let start = place
            while place < bytes.count, !stops.contains(bytes[place]) { place += 1 }
            return bytes[start..<place]
        }

        mutating func value() -> [UInt8] {
            while skip(0x20) || skip(0x09) {}
            guard skip(0x22) else {
                return Array(Headers.trimmed(String(decoding: until([0x3B]), as: UTF8.self)).utf8)
            }
            var result: [UInt8] = []
            while place < bytes.count, !skip(0x22) {
                // Browsers of old send `C:\new.txt` as it is: only these two are ever escaped.
                if bytes[place] == 0x5C, place + 1 < bytes.count,
                    bytes[place + 1] == 0x22 || bytes[place + 1] == 0x5C
                {
                    place += 1
                }
                result.append(bytes[place])
                place += 1
            }
            _ = until([0x3B])
            return result
        }
    }
}
