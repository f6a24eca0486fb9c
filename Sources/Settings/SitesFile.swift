import Files

/// Sites in `sites.toml`, one `[[site]]` each: `name`, `url`, and what the URL cannot say.
package struct SitesFile: Hashable, Sendable {
    private static let keys = [
        "name", "url", "user", "account", "charset", "tls", "timeout", "password_command",
        "comment",
    ]

    /// In the order of the file.
    package private(set) var sites: [NamedSite] = []

    package init() {}

    /// Reads a text; `file` is for messages. A password in it is refused.
    package init(_ text: String, file: String) throws(SettingsError) {
        let root = try SettingsDocument(text, file: file).section
        try root.refuseKeys(otherThan: ["site"])
        for section in try root.sections("site") {
            let site = try SitesFile.site(section)
            if sites.contains(where: { $0.name == site.name }) {
                throw section.error(
                    "name",
                    "There is a site '\(VisibleText.make(site.name))' already; names are unique."
                )
            }
            sites.append(site)
        }
    }

    /// Reads `sites.toml`; a file that is not there has no sites.
    package static func load(_ path: String) throws(SettingsError) -> SitesFile {
        guard let text = try TextFile.read(path) else { return SitesFile() }
        return try SitesFile(text, file: path)
    }

    /// Adds a site at the end of the file, which keeps everything that stands in it.
    package static func add(_ site: NamedSite, to path: String) throws(SettingsError) {
        let text = try TextFile.read(path) ?? ""
        let file = try SitesFile(text, file: path)
        if file.sites.contains(where: { $0.name == site.name }) {
            throw SettingsError(
                file: path,
                "There is a site '\(VisibleText.make(site.name))' already; choose another name."
            )
        }
        let gap = text.isEmpty ? "" : text.hasSuffix("\n") ? "\n" : "\n\n"
        try TextFile.write(text + gap + block(site), to: path)
    }

    /// A `[[site]]` as it is written.
    static func block(_ named: NamedSite) -> String {
        let site = named.site
        var lines = ["[[site]]", "name = \(quoted(named.name))", "url = \(quoted(named.url))"]
        if let account = site.account { lines.append("account = \(quoted(account))") }
        if let charset = site.charset { lines.append("charset = \(quoted(charset))") }
        lines += ReachSettings.lines(of: site).map { "\($0.key) = \($0.value)" }
        if site.isPlain { lines.append("tls = false") }
        if site.timeout != Site.local.timeout { lines.append("timeout = \(site.timeout)") }
        if let command = named.passwordCommand {
            lines.append("password_command = \(quoted(command))")
        }
        if let comment = named.comment { lines.append("comment = \(quoted(comment))") }
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

    private static func site(_ section: SettingsSection) throws(SettingsError) -> NamedSite {
        for key in ["password", "pass", "passwd"] where section.values[key] != nil {
            throw section.error(
                key,
                "A password must not stand in this file; use password_command or .netrc, or let Ferry ask."
            )
        }
        try section.refuseKeys(otherThan: keys + ReachSettings.keys)
        guard let name = try section.string("name"), !name.isEmpty else {
            throw section.error("name", "A site needs a name: name = \"…\".")
        }
        guard let url = try section.string("url") else {
            throw section.error("url", "The site needs a URL: url = \"ftp://user@host/directory\".")
        }
        let target: SiteURL.Target
        do {
            let (parsed, password) = try SiteURL.parse(url)
            guard password == nil else {
                throw section.error(
                    "url",
                    "A password must not stand in this file, nor in its URLs; use password_command or .netrc, or let Ferry ask."
                )
            }
            target = parsed
        } catch let error as SiteURL.Refusal {
            throw section.error("url", error.description)
        } catch let error as SettingsError {
            throw error
        } catch {
            throw section.error("url", "This is no URL that Ferry knows.")
        }
        var site = target.site
        site.user = try section.string("user") ?? site.user
        site.account = try section.string("account")
        site.charset = try section.string("charset")
        try ReachSettings(section).apply(to: &site)
        site.isPlain = !(try section.boolean("tls") ?? true)
        site.timeout = try section.integer("timeout", in: 1...3_600) ?? site.timeout
        return NamedSite(
            name: name, site: site, path: target.path,
            passwordCommand: try section.string("password_command"),
            comment: try section.string("comment"))
    }
}
