import FTP
import Files
import HTTP
import SFTP

@testable import Settings

/// Lists of other programs' sites as text, line by line, for comparing.
enum ListText {
    static let settings = Protocols.settings + SFTPOptions.settings

    /// What a list holds: of each site what would be written, its password and its notes; of a skipped
    /// one its name and why.
    static func read(_ text: String, name: String = "list") -> [String] {
        read(Array(text.utf8), name: name)
    }

    static func read(_ bytes: [UInt8], name: String = "list") -> [String] {
        do throws(SiteListRefusal) {
            return try SiteListReader.read(bytes, name: name, settings: settings)
                .entries.flatMap(lines)
        } catch {
            return ["refused: \(error)"]
        }
    }

    private static func lines(_ entry: SiteListReport.Entry) -> [String] {
        switch entry {
        case .skipped(let name, let reason): return ["skipped \(name): \(reason)"]
        case .site(let site):
            var lines = SitesFile.block(site.named, settings)
                .split(separator: "\n").dropFirst().map(String.init)
            if let bookmark = site.bookmark { lines.append("bookmark \(bookmark)") }
            if let password = site.password { lines.append("password \(password.reveal())") }
            return lines + site.notes.map { "note \($0)" }
        }
    }
}
