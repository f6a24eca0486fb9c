package import Files
import Words

/// Reads lists of sites of other programs, whose kind is seen by what stands in them.
package enum SiteListReader {
    /// Bytes of a file; a longer one is refused.
    package static let limit = 10 << 20

    /// What the file holds; `name` is its name, which is asked only where the contents say nothing.
    /// `settings` are those of the protocols.
    package static func read(
        _ bytes: [UInt8], name: String, settings: [SiteSetting]
    ) throws(SiteListRefusal) -> SiteListReport {
        guard bytes.count <= limit else {
            throw SiteListRefusal(
                tr("The file is larger than 10 MiB, the limit for a list of sites."))
        }
        if isXML(bytes) { return try readXML(bytes, settings) }
        let text = try text(of: bytes)
        let lines = lines(of: text)
        if lines.first?.hasPrefix(NcftpBookmarks.mark) ?? false {
            return try NcftpBookmarks.read(text, settings)
        }
        if lines.first(where: { !$0.hasPrefix("#") })?.hasPrefix(RcloneSites.lockedMark) ?? false {
            throw SiteListRefusal(
                tr(
                    "rclone has encrypted the file; remove its password with 'rclone config' and try again."
                )
            )
        }
        let heads = lines.filter { $0.hasPrefix("[") }
        if heads.contains(where: { $0.hasPrefix("[\(WinSCPSites.prefix)") })
            || heads.first?.hasPrefix("[Configuration") ?? false
        {
            return try WinSCPSites.read(INIText(text), settings)
        }
        let hasTypes = lines.contains(where: isRcloneType)
        if lines.contains(where: isTermscp), !hasTypes {
            return try TermscpBookmarks.read(text, settings)
        }
        if !heads.isEmpty, hasTypes || name == "rclone.conf" {
            return try RcloneSites.read(INIText(text), settings)
        }
        guard let first = lines.first(where: { !$0.hasPrefix("#") }) else {
            return SiteListReport(nil)
        }
        let word = first.prefix { !$0.isWhitespace }
        if ["machine", "default", "macdef"].contains(word) {
            return try NetrcSites.read(text, settings)
        }
        let hasURL = lines.contains { line in
            LftpBookmarks.parts(of: line).map { SiteURL.looksLikeURL(String($0.rest)) } ?? false
        }
        if hasURL || name == "bookmarks" { return try LftpBookmarks.read(text, settings) }
        throw SiteListRefusal(tr("The file is not a list of sites that Ferry knows."))
    }

    /// Those with something on them, without the blanks before it.
    static func lines(of text: String) -> [Substring] {
        text.utf8.split { $0 == 0x0A || $0 == 0x0D }.compactMap { line in
            let kept = line.drop { $0 == 0x20 || $0 == 0x09 }
            return kept.isEmpty ? nil : Substring(kept)
        }
    }

    private static func isTermscp(_ line: Substring) -> Bool {
        ["[bookmarks.", "[bookmarks]", "bookmarks.", "[recents.", "[recents]"].contains {
            line.hasPrefix($0)
        }
    }

    /// A remote of rclone's may be called so, too.
    private static func isRcloneType(_ line: Substring) -> Bool {
        line.hasPrefix("type") && line.dropFirst(4).drop { $0 == " " }.hasPrefix("=")
    }

    private static func isXML(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { return true }
        var rest = bytes[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        return rest.first { $0 != 0x20 && !(0x09...0x0D).contains($0) } == 0x3C
    }

    private static func readXML(
        _ bytes: [UInt8], _ settings: [SiteSetting]
    ) throws(SiteListRefusal) -> SiteListReport {
        let root = try XMLTree.read(
            bytes, attributes: ["encoding"], doctype: CyberduckSite.doctype)
        switch root.name {
        case "FileZilla3": return try FileZillaSites.read(root, settings)
        case "plist": return try CyberduckSite.read(root, settings)
        default:
            throw SiteListRefusal(tr("The file is XML, but not a list of sites that Ferry knows."))
        }
    }

    /// UTF-8, but for WinSCP's, which may be in the charset of western Windows.
    private static func text(of bytes: [UInt8]) throws(SiteListRefusal) -> String {
        if let place = bytes.firstIndex(of: 0) {
            throw SiteListRefusal(tr("Line \(line(of: place, in: bytes)) has a NUL byte."))
        }
        let kept = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        if let text = String(validating: kept, as: UTF8.self) { return text }
        let mark = Array("[\(WinSCPSites.prefix)".utf8)
        if kept.split(separator: 0x0A).contains(where: { $0.starts(with: mark) }),
            let text = Charset(named: "CP1252")?.text(of: kept)
        {
            return text
        }
        var start = kept.startIndex
        for line in kept.split(separator: 0x0A, omittingEmptySubsequences: false) {
            guard String(validating: line, as: UTF8.self) == nil else { continue }
            start = line.startIndex
            break
        }
        throw SiteListRefusal(tr("Line \(line(of: start, in: bytes)) is not valid UTF-8."))
    }

    private static func line(of place: Int, in bytes: [UInt8]) -> Int {
        1 + bytes[..<place].count { $0 == 0x0A }
    }
}
