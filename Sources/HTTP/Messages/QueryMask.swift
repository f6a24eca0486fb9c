import Files

/// Hides what is secret in a URL that is shown: values in its query that open doors, and a user
/// name and password before its host.
enum QueryMask {
    private static let secretWords = [
        "auth", "credential", "key", "pass", "pwd", "secret", "sig", "token",
    ]

    /// A path and query; the result is not sanitised.
    static func apply(to target: String) -> String {
        guard let mark = target.firstIndex(of: "?") else { return target }
        let fields = target[target.index(after: mark)...].split(
            separator: "&", omittingEmptySubsequences: false)
        let shown = fields.map { field -> Substring in
            guard let equals = field.firstIndex(of: "="), equals < field.endIndex else {
                return field
            }
            let name = field[..<equals].lowercased()
            return secretWords.contains(where: name.contains) ? field[...equals] + "•••" : field
        }
        return target[...mark] + shown.joined(separator: "&")
    }

    /// A Location's value, sanitised.
    static func location(_ text: String) -> String {
        var rest = text[...]
        var start = ""
        if let separator = text.firstRange(of: "//") {
            let authority = text[separator.upperBound...].prefix { !"/?#".contains($0) }
            if let at = authority.lastIndex(of: "@") {
                start = text[..<separator.upperBound] + "•••"
                rest = text[at...]
            }
        }
        return VisibleText.make(apply(to: start + rest))
    }
}
