import Files

/// Fields of a head that no log may hold.
enum SecretFields {
    private static let names: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key",
        "x-auth-token", "authentication-info",
    ]

    /// A request's first line, sanitised, with what is secret in its URL left out.
    static func maskedStart(_ line: [UInt8]) -> String {
        String(decoding: line.prefix(1_000), as: UTF8.self)
            .split(separator: " ", omittingEmptySubsequences: false)
            .map { QueryMask.location(String($0)) }.joined(separator: " ")
    }

    /// A line of a head, sanitised, with what is secret in it left out.
    static func masked(_ line: [UInt8]) -> String {
        guard let colon = line.firstIndex(of: 0x3A) else {
            return VisibleText.make(line, limit: 1_000)
        }
        let name = String(decoding: RawFields.trimmed(line[..<colon]), as: UTF8.self).lowercased()
        if name == "location" || name == "referer" {
            let value = String(decoding: line[(colon + 1)...].prefix(1_000), as: UTF8.self)
            return VisibleText.make(line[...colon]) + QueryMask.location(value)
        }
        guard names.contains(name) else { return VisibleText.make(line, limit: 1_000) }
        return VisibleText.make(line[...colon]) + " •••"
    }
}
