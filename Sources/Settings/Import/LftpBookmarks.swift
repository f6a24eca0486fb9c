import Files
import Words

/// lftp's `bookmarks`: a name, blanks and a URL a line.
enum LftpBookmarks {
    static func read(
        _ text: String, _ settings: [SiteSetting]
    ) throws(SiteListRefusal) -> SiteListReport {
        var report = SiteListReport(.lftp)
        for line in SiteListReader.lines(of: text) {
            guard let (name, rest) = parts(of: line) else { continue }
            try report.append(entry(name, rest, settings))
        }
        return report
    }

    /// Nil of a line with nothing on it.
    static func parts(of line: Substring) -> (name: Substring, rest: Substring)? {
        let line = line.drop(while: \.isWhitespace)
        guard let first = line.first, first != "#" else { return nil }
        let name = line.prefix { !$0.isWhitespace }
        return (name, line.dropFirst(name.count).drop(while: \.isWhitespace))
    }

    private static func entry(
        _ name: Substring, _ rest: Substring, _ settings: [SiteSetting]
    ) -> SiteListReport.Entry {
        let parts = name.split(separator: "/").map(String.init)
        func refused(_ reason: String) -> SiteListReport.Entry {
            .skipped(name: SiteListName.make(parts), reason: reason)
        }
        var url = SiteDraft.trimmed(String(rest))
        guard SiteURL.looksLikeURL(url), !url.contains(where: \.isWhitespace) else {
            return refused(tr("It is not a URL, but a command line for lftp."))
        }
        let isShell = url.lowercased().hasPrefix("fish://")
        if isShell { url = "sftp" + url.dropFirst(4) }
        let target: SiteURL.Target
        let secret: Secret?
        do throws(SiteURL.Refusal) {
            (target, secret) = try SiteURL.parse(url)
        } catch {
            return refused(tr("Ferry does not support its URL."))
        }
        guard !target.site.isLocal, !target.site.scheme.namesRemote else {
            return refused(tr("Its URL does not name a server."))
        }
        var draft = SiteDraft(parts, target.site.scheme, host: target.site.host)
        draft.port = String(target.site.port)
        draft.user = target.site.user
        if let below = target.below {
            draft.directory = String(validating: below.bytes, as: UTF8.self) ?? below.text
        } else if let path = target.path {
            draft.directory = directory(path, url, isFTP: target.site.scheme.isFTP)
        }
        draft.password = secret.map { .clear($0.reveal()) }
        if isShell { draft.note(tr("It was used with a shell (FISH); Ferry uses SFTP.")) }
        if target.site[SiteURL.query] != nil { draft.lose(tr("the text after the URL's '?'")) }
        return draft.entry(settings)
    }

    /// As RFC 1738 has it, a path of FTP is relative to the login's directory, unless `%2F` begins it.
    private static func directory(_ path: Path, _ url: String, isFTP: Bool) -> String? {
        guard let text = String(validating: path.bytes, as: UTF8.self) else { return nil }
        guard isFTP, !path.isRoot else { return path.isRoot ? nil : text }
        let authority = url.drop { $0 != ":" }.dropFirst(3)
        let written = authority.drop { $0 != "/" }.dropFirst()
        if written.lowercased().hasPrefix("%2f") || written.hasPrefix("/") { return text }
        return String(text.dropFirst())
    }
}
