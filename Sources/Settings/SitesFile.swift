package import Files
import Words

/// Sites in `sites.toml`, one `[[site]]` each: `name`, `url`, and what the URL cannot say.
package struct SitesFile: Hashable, Sendable {
    /// When a site was used: of Ferry's own list of recent places only.
    static let usedKey = "last_used"
    /// Bytes of the file: 10,000 sites that came from elsewhere must find room.
    static let sizeLimit = 16 << 20

    /// In the order of the file.
    package private(set) var sites: [NamedSite] = []

    package init() {}

    /// Reads a text; `file` is for messages, `settings` are those of the protocols. A password in it is
    /// refused.
    package init(
        _ text: String, file: String, settings: [SiteSetting]
    ) throws(SettingsError) {
        try self.init(text, file: file, settings: settings, isVisited: false)
    }

    /// `isVisited`: whether the sites may say when they were used.
    init(
        _ text: String, file: String, settings: [SiteSetting], isVisited: Bool
    ) throws(SettingsError) {
        var flaws: [SettingsError] = []
        try self.init(text, file: file, settings: settings, isVisited: isVisited, flaws: &flaws)
        if let first = flaws.first { throw first }
    }

    /// Everything that is wrong with a text, site by site.
    package static func flaws(
        of text: String, file: String, settings: [SiteSetting]
    ) -> [SettingsError] {
        var flaws: [SettingsError] = []
        do throws(SettingsError) {
            _ = try SitesFile(text, file: file, settings: settings, isVisited: false, flaws: &flaws)
        } catch {
            flaws.append(error)
        }
        return flaws
    }

    /// Takes the sites that can be read, and what is wrong with the others; throws where it is no list
    /// of sites at all.
    private init(
        _ text: String, file: String, settings: [SiteSetting], isVisited: Bool,
        flaws: inout [SettingsError]
    ) throws(SettingsError) {
        let root = try SettingsDocument(text, file: file).section
        flaws += root.unknownKeys(otherThan: ["site"])
        let known =
            SiteKeys.own.map(\.key) + settings.map(\.key) + (isVisited ? [SitesFile.usedKey] : [])
        var names: Set<String> = []
        for section in try root.sections("site") {
            do throws(SettingsError) {
                try SitesFile.refusePasswords(section)
                let unknown = section.unknownKeys(otherThan: known)
                flaws += unknown
                let site = try SitesFile.site(section, settings)
                if !names.insert(site.name).inserted {
                    throw section.error(
                        "name",
                        tr(
                            "There is already a site '\(VisibleText.make(site.name))'; names must be "
                                + "unique.")
                    )
                }
                if unknown.isEmpty { sites.append(site) }
            } catch {
                flaws.append(error)
            }
        }
    }

    /// Reads `sites.toml`; a file that is not there has no sites.
    package static func load(
        _ path: String, settings: [SiteSetting]
    ) throws(SettingsError) -> SitesFile {
        guard let text = try TextFile.read(path, limit: sizeLimit) else { return SitesFile() }
        return try SitesFile(text, file: path, settings: settings)
    }

    /// Adds a site at the end of the file, which keeps everything that stands in it.
    package static func add(
        _ site: NamedSite, to path: String, settings: [SiteSetting]
    ) throws(SettingsError) {
        try add(all: [site], to: path, settings: settings)
    }

    /// Gives the sites with this account this charset (nil for none) in the file, which keeps
    /// everything else that stands in it; nothing where no site is named so.
    package static func setCharset(
        _ charset: String?, of site: Site, in path: String, settings: [SiteSetting]
    ) throws(SettingsError) {
        try ChangeLock.hold(path) { () throws(SettingsError) in
            try writeCharset(charset, of: site, in: path, settings)
        }
    }

    private static func writeCharset(
        _ charset: String?, of site: Site, in path: String, _ settings: [SiteSetting]
    ) throws(SettingsError) {
        guard let text = try TextFile.read(path, limit: sizeLimit) else { return }
        let file = try SitesFile(text, file: path, settings: settings)
        let document = try SettingsDocument(text, file: path)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // From the last one up, so that the numbers of the lines before stay what they are.
        for (index, named) in file.sites.enumerated().reversed()
        where named.site.isSameAccount(as: site) && named.site.charset != charset {
            let place = ["site", String(index)]
            let section = document.line(of: place + ["url"])
            let old = named.site.charset == nil ? nil : document.line(of: place + ["charset"])
            let line = charset.map { "charset = \(quoted($0))" }
            if let old, lines.indices.contains(old - 1) {
                if let line { lines[old - 1] = line } else { lines.remove(at: old - 1) }
            } else if let line, let section, lines.indices.contains(section - 1) {
                lines.insert(line, at: section)
            }
        }
        let changed = lines.joined(separator: "\n")
        guard changed != text else { return }
        // What would not be read back is not written.
        _ = try SitesFile(changed, file: path, settings: settings)
        try TextFile.write(changed, to: path)
    }

    /// A `[[site]]` as it is written.
    static func block(_ named: NamedSite, _ settings: [SiteSetting]) -> String {
        let site = named.site
        var lines = ["[[site]]", "name = \(quoted(named.name))", "url = \(quoted(named.url))"]
        if let charset = site.charset { lines.append("charset = \(quoted(charset))") }
        lines += settings.compactMap { $0.line(of: site) }
        if let line = ReachSettings.proxyLine(of: site) { lines.append(line) }
        if site.timeout != Site.local.timeout { lines.append("timeout = \(site.timeout)") }
        if let command = named.passwordCommand {
            lines.append("password_command = \(quoted(command))")
        }
        if let comment = named.comment { lines.append("comment = \(quoted(comment))") }
        if let used = named.lastUsed {
            lines.append("\(usedKey) = \(quoted(ISOTime.text(seconds: used)))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A TOML basic string.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value):
                let hex = String(scalar.value, radix: 16, uppercase: true)
                result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static func refusePasswords(_ section: SettingsSection) throws(SettingsError) {
        for key in ["password", "pass", "passwd"] where section.values[key] != nil {
            throw section.error(
                key,
                tr(
                    "This file must not contain passwords; use password_command or .netrc, or let "
                        + "Ferry ask.")
            )
        }
    }

    private static func site(
        _ section: SettingsSection, _ settings: [SiteSetting]
    ) throws(SettingsError) -> NamedSite {
        guard let name = try section.string("name"), !name.isEmpty else {
            throw section.error("name", tr("A site needs a name: name = \"…\"."))
        }
        guard let url = try section.string("url") else {
            throw section.error(
                "url", tr("The site needs a URL: url = \"ftp://user@host/directory\"."))
        }
        let target: SiteURL.Target
        do {
            let (parsed, password) = try SiteURL.parse(url)
            guard password == nil else {
                throw section.error(
                    "url",
                    tr(
                        "This file and its URLs must not contain passwords; use password_command or "
                            + ".netrc, or let Ferry ask.")
                )
            }
            target = parsed
        } catch let error as SiteURL.Refusal {
            throw section.error("url", error.description)
        } catch let error as SettingsError {
            throw error
        } catch {
            throw section.error("url", tr("Ferry does not understand this URL."))
        }
        var site = target.site
        site.user = try section.string("user") ?? site.user
        site.charset = try section.string("charset")
        if let charset = site.charset, Charset(named: charset) == nil {
            throw section.error(
                "charset",
                tr(
                    "The charset '\(VisibleText.make(charset))' is unknown; write one such as "
                        + "\"GB18030\" or \"CP1252\"."))
        }
        try ReachSettings(section, settings).apply(to: &site)
        try section.refuseProxy(of: site)
        try section.refuseSettings(of: settings, foreignTo: site.scheme)
        site.timeout = try section.integer("timeout", in: 1...3_600) ?? site.timeout
        return NamedSite(
            name: name, site: site, path: target.path, below: target.below,
            passwordCommand: try section.string("password_command"),
            comment: try section.string("comment"),
            lastUsed: try section.string(usedKey).flatMap { ISOTime.read($0) })
    }
}
