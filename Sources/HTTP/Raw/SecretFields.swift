import Files

/// Fields of a head that no log may hold.
enum SecretFields {
    private static let names: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key",
        "x-auth-token", "authentication-info",
    ]

    /// A line of a head, sanitised, with what is secret in it left out.
    static func masked(_ line: [UInt8]) -> String {
        guard let colon = line.firstIndex(of: 0x3A) else {
            return VisibleText.make(line, limit: 1_000)
        }
        let name = String(decoding: RawFields.trimmed(line[..<colon]), as: UTF8.self).lowercased()
        guard names.contains(name) else { return VisibleText.make(line, limit: 1_000) }
        return VisibleText.make(line[...colon]) + " •••"
    }
}
