package import Files

/// Content-Disposition of responses (RFC 6266).
package enum ContentDisposition {
    /// Asks a browser to keep the body as a file of that name: in ASCII for old ones, and as it is
    /// for all others (RFC 8187).
    package static func attachment(_ name: Name) -> String {
        value("attachment", name)
    }

    /// The same for what a browser may show; the name is for when it is kept.
    package static func inline(_ name: Name) -> String {
        value("inline", name)
    }

    private static func value(_ kind: String, _ name: Name) -> String {
        let text = String(decoding: name.bytes, as: UTF8.self)
        let plain = text.unicodeScalars.map { scalar -> Character in
            let isSafe =
                scalar.value >= 0x20 && scalar.value < 0x7F && scalar != "\"" && scalar != "\\"
                && scalar != "%"
            return isSafe ? Character(scalar) : "_"
        }
        let encoded = PercentCoding.encode(Array(text.utf8))
        return "\(kind); filename=\"\(String(plain))\"; filename*=UTF-8''\(encoded)"
    }
}
