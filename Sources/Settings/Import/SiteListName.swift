import Files

/// Names of sites in folders, made safe: a stranger's file may have any.
package enum SiteListName {
    /// Bytes of one folder or site.
    static let limit = 200
    /// Folders and the site's own name.
    static let depthLimit = 16

    /// `work/web01`; of folders too deep the last ones are left out.
    static func make(_ parts: [String]) -> String {
        guard let last = parts.last else { return part("") }
        return (parts.dropLast().prefix(depthLimit - 1) + [last]).map(part).joined(separator: "/")
    }

    /// Whether a name that somebody typed is such a one: folders and the site's own, with slashes between.
    package static func isSound(_ name: String) -> Bool {
        make(name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)) == name
    }

    /// One folder or site, in which no slash stands.
    static func part(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        // A bound on the work: what is cut off below may be long.
        for scalar in text.unicodeScalars.prefix(4 * limit) {
            if scalar == "/" {
                scalars.append("-")
            } else if VisibleText.isSafe(scalar) {
                scalars.append(scalar)
            } else if scalar.value < 0xA0 {
                scalars.append(" ")
            }
        }
        var result = ""
        var length = 0
        for character in String(scalars).drop(while: \.isWhitespace) {
            length += character.utf8.count
            guard length <= limit else { break }
            result.append(character)
        }
        while result.last?.isWhitespace ?? false { result.removeLast() }
        return result.isEmpty ? "unnamed" : result
    }
}
