/// The text between the parts of a form (RFC 2046, section 5.1.1).
enum FormBoundary {
    /// Of a Content-Type: `multipart/form-data; boundary=…`; nil where it is another type, or the
    /// boundary none of 1…70 of the characters that there may be.
    static func parse(_ contentType: String) -> [UInt8]? {
        let value = HeaderParameters(contentType)
        guard Headers.isSame(value.token, "multipart/form-data"),
            let boundary = value["boundary"], (1...70).contains(boundary.count),
            boundary.allSatisfy(isAllowed), boundary.last != 0x20
        else { return nil }
        return boundary
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: Array("'()+_,-./:=? ".utf8).contains(byte)
        }
    }
}
