import Files

/// The name of a copy: it ends as the file's does, so that editors know its type, and is safe as one
/// argument and on a terminal.
enum EditName {
    /// Bytes at most: an editor adds some for its own files.
    private static let limit = 100

    /// Of a server's file.
    static func make(_ location: Location) -> Name {
        let text = location.path.name?.text(on: location.site) ?? ""
        var characters = text.unicodeScalars.map { isSafe($0) ? Character($0) : "_" }
        // A name that begins so would be an option.
        if let first = characters.first, first == "-" || first == "+" { characters[0] = "_" }
        var name = String(characters)
        if name.utf8.count > limit {
            let kept = name.suffix(limit / 4)
            name = String(kept.drop { $0 != "." })
            name = String(String(characters).prefix(limit / 4)) + name
        }
        return Name(name) ?? Name("file") ?? Name.random(".file-")
    }

    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII else { return scalar.properties.isAlphabetic }
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_", "+", "@", ",", "=", " ": return true
        default: return false
        }
    }
}
