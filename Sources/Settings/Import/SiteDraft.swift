import Files
import Words

/// A site as another program's list describes it, before it is one of Ferry's.
struct SiteDraft {
    /// Bytes of a comment; the rest is cut off.
    private static let commentLimit = 4_000
    /// Bytes of a user's name, a path and the like.
    private static let textLimit = 4_096

    enum Password: Hashable {
        case clear(String)
        /// Why it cannot be had, in one sentence.
        case locked(String)
    }

    /// Folders and its own name last; empty for the host's.
    var name: [String]
    var bookmark: String?
    var scheme: Site.Scheme
    var host: String
    /// As it is written; nil for the scheme's own.
    var port: String?
    var user: String?
    /// Where to start, absolute or from where the login leads.
    var directory: String?
    var password: Password?
    var keyFile: String?
    var knownHostsFile: String?
    /// Names of files that are not UTF-8, by iconv's name.
    var charset: String?
    /// Seconds, as it is written.
    var timeout: String?
    var proxy: Proxy?
    var isDirect = false
    var comment: String?
    /// What protocols' own settings say, by their keys, and what each is called in a sentence.
    private var options: [(key: String, value: SiteOptions.Value, words: String)] = []
    /// What Ferry has no place for: "the local directory".
    private(set) var lost: [String] = []
    private(set) var notes: [String] = []

    init(_ name: [String], _ scheme: Site.Scheme, host: String) {
        self.name = name
        self.scheme = scheme
        self.host = host
    }

    /// Has the site say something under a protocol's key; `words` name it where it cannot.
    mutating func say(_ key: String, _ value: SiteOptions.Value, _ words: String) {
        options.append((key, value, words))
    }

    /// The same for what has a meaning in FTP only.
    mutating func sayOfFTP(_ key: String, _ value: SiteOptions.Value, _ words: String) {
        if scheme.isFTP { say(key, value, words) }
    }

    /// Something that Ferry has no place for.
    mutating func lose(_ words: String) {
        if !lost.contains(words) { lost.append(words) }
    }

    mutating func note(_ sentence: String) {
        if !notes.contains(sentence) { notes.append(sentence) }
    }

    /// Keys that say something more than once, and lines that say nothing.
    mutating func note(oddLinesOf section: INIText.Section) {
        let keys = section.repeated
        switch section.strayCount {
        case 0: break
        case 1: note(tr("A line that is not a setting was skipped."))
        case let count:
            note(
                tr(
                    count, one: "\(count) line that is not a setting was skipped.",
                    other: "\(count) lines that are not settings were skipped."))
        }
        note(repeated: keys, taken: .last)
    }

    /// Which one counts of a setting that stands there more than once.
    enum Taken {
        case first, last
    }

    /// Settings that stand there more than once.
    mutating func note(repeated keys: Set<String>, taken: Taken) {
        let count = keys.count
        if count > 1 {
            switch taken {
            case .first:
                note(
                    tr(
                        count, one: "It has \(count) setting twice; the first of each was used.",
                        other: "It has \(count) settings twice; the first of each was used."))
            case .last:
                note(
                    tr(
                        count, one: "It has \(count) setting twice; the last of each was used.",
                        other: "It has \(count) settings twice; the last of each was used."))
            }
        } else if let key = keys.first {
            let shown = VisibleText.make(Array(key.utf8), limit: 60)
            switch taken {
            case .first: note(tr("It has '\(shown)' twice; the first was used."))
            case .last: note(tr("It has '\(shown)' twice; the last was used."))
            }
        }
    }

    /// A draft of a directory of this site, kept below it.
    func bookmark(_ name: String, directory: String) -> SiteDraft {
        var draft = self
        draft.bookmark = name
        draft.directory = directory
        draft.password = nil
        (draft.lost, draft.notes) = ([], [])
        return draft
    }

    /// The entry of a report; `settings` are those of the protocols.
    func entry(_ settings: [SiteSetting]) -> SiteListReport.Entry {
        var draft = self
        draft.host = SiteDraft.trimmed(host)
        if draft.host.hasPrefix("["), draft.host.hasSuffix("]") {
            draft.host = String(draft.host.dropFirst().dropLast())
        }
        var parts = name.isEmpty ? [draft.host] : name
        if let bookmark { parts.append(bookmark) }
        let name = SiteListName.make(parts)
        do throws(SiteListRefusal) {
            return .site(try draft.imported(name, settings))
        } catch {
            return .skipped(name: name, reason: error.description)
        }
    }

    private mutating func imported(
        _ name: String, _ settings: [SiteSetting]
    ) throws(SiteListRefusal) -> ImportedSite {
        var site = try plainSite()
        var named = NamedSite(name: name, site: site)
        place(&named)
        // What would not be read back is no site.
        let target = try? SiteURL.parse(named.url).target
        guard let target, target.site == site, target.path == named.path,
            target.below == named.below
        else { throw SiteListRefusal(tr("'\(shown(host))' is not a host name.")) }
        if let option = keyOption() {
            say("ssh_command", .text(option), tr("the key file"))
        }
        for option in options {
            let setting = settings.first { $0.key == option.key }
            let own = setting?.wireProtocol
            guard let setting, own == nil || own == site.scheme.wireProtocol,
                SiteDraft.isWritable(option.value), setting.take(option.value, into: &site.options)
            else {
                lose(option.words)
                continue
            }
        }
        reach(&site)
        named.site = site
        named.comment = comment.flatMap(SiteDraft.comment)
        var secret: Secret?
        switch password {
        case .clear(let text):
            if site.user != nil, !text.isEmpty { secret = Secret(text) }
        case .locked(let sentence):
            if site.user != nil { note(sentence) }
        case nil: break
        }
        if !lost.isEmpty { notes.append(tr("Not imported: \(SiteDraft.list(lost)).")) }
        return ImportedSite(
            named: named, bookmark: bookmark.map(SiteListName.part), password: secret, notes: notes)
    }

    /// Scheme, host, port and user.
    private func plainSite() throws(SiteListRefusal) -> Site {
        guard !host.isEmpty else { throw SiteListRefusal(tr("It does not name a host.")) }
        guard host.utf8.count <= 255 else {
            throw SiteListRefusal(tr("Its host name is too long."))
        }
        var site = Site(scheme: scheme, host: host)
        if let port = port.map(SiteDraft.trimmed), !port.isEmpty, port != "0" {
            guard let number = UInt16(port), port.first != "+" else {
                throw SiteListRefusal(
                    tr("Its port '\(shown(port))' is not a number from 1 to 65535."))
            }
            site.port = number
        }
        guard let user, !user.isEmpty else { return site }
        guard user.utf8.count <= SiteDraft.textLimit else {
            throw SiteListRefusal(tr("Its user name is too long."))
        }
        guard SiteDraft.isPlain(user) else {
            throw SiteListRefusal(tr("Its user name contains control characters."))
        }
        if scheme.isFTP, user == "anonymous" { return site }
        site.user = user
        return site
    }

    /// Where to start.
    private mutating func place(_ named: inout NamedSite) {
        guard let directory, !directory.isEmpty, directory != "~" else { return }
        guard SiteDraft.isPlain(directory), directory.utf8.count <= SiteDraft.textLimit else {
            return lose(tr("the start directory, whose name is not a path"))
        }
        if directory.hasPrefix("/") {
            named.path = Path(directory)
        } else if named.site.scheme == .sftp {
            let bytes = Array(directory.utf8)
            named.below = RelativePath(bytes.first == 0x7E ? bytes : [0x7E, 0x2F] + bytes)
        } else {
            let rest = directory.hasPrefix("~/") ? String(directory.dropFirst(2)) : directory
            named.path = Path(rest)
            if named.site.scheme.isFTP, named.site.user != nil {
                note(
                    tr(
                        "Its directory was relative to the login directory; Ferry starts from the root "
                            + "directory."))
            }
        }
    }

    /// Charset, timeout and proxy.
    private mutating func reach(_ site: inout Site) {
        if let charset = charset.map(SiteDraft.trimmed), !charset.isEmpty {
            if Charset(named: charset) == nil {
                lose(tr("the charset '\(shown(charset))'"))
            } else if !["UTF-8", "UTF8"].contains(charset.uppercased()) {
                site.charset = charset
            }
        }
        if let timeout, !timeout.isEmpty {
            if let seconds = Int(timeout), (1...3_600).contains(seconds) {
                site.timeout = seconds
            } else {
                lose(tr("the timeout"))
            }
        }
        if let proxy {
            let command = "proxy = \(SitesFile.quoted(ProxyURL.text(of: proxy)))"
            let isSound =
                (try? ProxyURL.parse(ProxyURL.text(of: proxy)))?.proxy == proxy
                && SiteDraft.isPlain(command)
            if site.scheme.isFTP || site.scheme.isHTTP, isSound {
                site.proxy = proxy
            } else {
                lose(tr("the proxy"))
            }
        } else if isDirect, site.scheme.isFTP || site.scheme.isHTTP {
            site.isDirect = true
        }
    }

    /// ssh with the key and the known hosts of this site; nil where it has none that ssh can read.
    private mutating func keyOption() -> String? {
        guard scheme == .sftp else {
            if keyFile != nil { lose(tr("the key file")) }
            return nil
        }
        var words: [String] = []
        if let keyFile = keyFile.map(SiteDraft.trimmed), !keyFile.isEmpty {
            if keyFile.lowercased().hasSuffix(".ppk") {
                note(tr("Its key is a PPK file, which ssh cannot read; convert it with puttygen."))
            } else if SiteDraft.isPath(keyFile) {
                words += ["-i", SiteDraft.shellWord(keyFile)]
            } else {
                note(tr("Its key file '\(shown(keyFile))' is not a path on this machine."))
            }
        }
        if let file = knownHostsFile.map(SiteDraft.trimmed), !file.isEmpty {
            if SiteDraft.isPath(file), !file.contains(" ") {
                words += ["-o", SiteDraft.shellWord("UserKnownHostsFile=\(file)")]
            } else {
                lose(tr("the file of known hosts"))
            }
        }
        return words.isEmpty ? nil : "ssh " + words.joined(separator: " ")
    }

    /// Whether ssh takes it as it stands: it gives a meaning to some signs.
    private static func isPath(_ text: String) -> Bool {
        (text.hasPrefix("/") || text.hasPrefix("~/")) && isPlain(text)
            && text.utf8.count <= textLimit && !text.contains { "%$\"\\".contains($0) }
    }

    private static func shellWord(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }

    private static func isWritable(_ value: SiteOptions.Value) -> Bool {
        guard case .text(let text) = value else { return true }
        return !text.isEmpty && isPlain(text) && text.utf8.count <= 3 * textLimit
    }

    /// Whether no control character stands in it.
    static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value)
        }
    }

    static func trimmed(_ text: String) -> String {
        var kept = text[...].drop(while: \.isWhitespace)
        while kept.last?.isWhitespace ?? false { kept.removeLast() }
        return String(kept)
    }

    /// In which of the control characters only line breaks and tabulators are left.
    private static func comment(_ text: String) -> String? {
        var kept = ""
        var length = 0
        for character in trimmed(text.replacing("\r\n", with: "\n")) {
            guard character == "\n" || character == "\t" || isPlain(String(character)) else {
                continue
            }
            length += character.utf8.count
            guard length <= commentLimit else {
                kept += "..."
                break
            }
            kept.append(character)
        }
        return kept.isEmpty ? nil : kept
    }

    /// `a`, `a and b`, `a, b and c`.
    private static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return tr("\(words.dropLast().joined(separator: ", ")) and \(last)")
    }

    private func shown(_ text: String) -> String { VisibleText.make(Array(text.utf8), limit: 100) }
}
