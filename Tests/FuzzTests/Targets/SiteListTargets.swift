import FTP
import Files
import HTTP
import SFTP
@testable import Settings

extension FuzzTarget {
    private static let settings =
        QueueOptions.settings + FTPOptions.settings + HTTPOptions.settings + SFTPOptions.settings

    /// Lists of sites that other programs keep, and what they hide passwords in.
    static let siteListTargets = [
        FuzzTarget("site-lists") { bytes, _ in
            let report: SiteListReport
            do throws(SiteListRefusal) {
                report = try SiteListReader.read(bytes, name: "bookmarks", settings: settings)
            } catch {
                return try holdVisible(error.description, "a refusal")
            }
            var merge = SiteListMerge([])
            var taken: [NamedSite] = []
            for entry in report.entries {
                switch entry {
                case .skipped(let name, let reason):
                    try holdVisible(name + reason, "a reason")
                case .site(let site):
                    for note in site.notes { try holdVisible(note, "a note") }
                    try hold(
                        SiteListName.isSound(site.named.name), "'\(site.named.name)' is no name")
                    if case .new(let named) = merge.take(site) { taken.append(named) }
                }
            }
            let text = taken.map { SitesFile.block($0, settings) }.joined(separator: "\n")
            let again = try? SitesFile(text, file: "f", settings: settings).sites
            try hold(again == taken, "what is written are other sites: \(text)")
        },
        FuzzTarget("obscured", longest: 256) { bytes, _ in
            let text = String(decoding: bytes, as: UTF8.self)
            _ = RcloneObscured.reveal(text)
            _ = WinSCPPassword.reveal(text, user: "ann", host: "host")
            for isSFTP in [false, true] {
                guard let path = FileZillaPath.read(text, isSFTP: isSFTP) else { continue }
                try hold(path.hasPrefix("/"), "\(path) is not absolute")
            }
        },
    ]
}
