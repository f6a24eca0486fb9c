import Files

/// The path and query of a request, as they are sent (RFC 9112 section 3.2.1).
enum RequestTarget {
    /// What may stand in a path's component as it is (RFC 3986 section 3.3), save for `+` and `;`,
    /// which some servers take for something else.
    private static let component = PercentCoding.Kept("!$&'()*,=:@")
    /// What of a query that the user gave stays as it is: all that a request line can hold.
    private static let query = PercentCoding.Kept("!$%&'()*+,/:;=?@[]")
    private static let value = PercentCoding.Kept("/")

    /// The names' bytes as they are, percent-encoded; with a `/` at the end for a directory.
    static func make(_ path: Path, isDirectory: Bool = false, query: String? = nil) -> String {
        var text = ""
        for name in path.components {
            text += "/" + PercentCoding.encode(name.bytes, keeping: component)
        }
        if isDirectory || path.isRoot { text += "/" }
        if let query {
            text += "?" + PercentCoding.encode(query.utf8, keeping: RequestTarget.query)
        }
        return text
    }

    /// A value in a query: its bytes percent-encoded, save for `/`.
    static func queryValue(_ bytes: some Sequence<UInt8>) -> String {
        PercentCoding.encode(bytes, keeping: value)
    }

    /// The path that a target names: decoded, without the query; and whether it ends in `/`.
    static func path(of target: String) -> (path: Path, isDirectory: Bool) {
        let plain = target.utf8.prefix { $0 != 0x3F }
        let names = plain.split(separator: 0x2F).compactMap { part in
            Name(PercentCoding.decodeLeniently(part))
        }
        return (Path(components: names), plain.last == 0x2F)
    }
}
