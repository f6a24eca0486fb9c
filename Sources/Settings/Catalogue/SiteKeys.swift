package import Files
import Words

/// The keys that sites have in `sites.toml`, whatever they speak.
package enum SiteKeys {
    /// All keys of a site, with those of the protocols' settings, in the order in which they are shown.
    package static func all(_ settings: [SiteSetting]) -> [SettingInfo] {
        let all = own + settings.map(\.info)
        return SettingGroup.allCases.flatMap { group in all.filter { $0.group == group } }
    }

    /// The keys that are not those of a protocol.
    static let own = [
        SettingInfo(
            "name", .connection,
            tr("The site's name; a slash puts it into a folder, as in work/web01."),
            kind: .text, .required(example: "\"web01\"")),
        SettingInfo(
            "url", .connection, tr("The protocol, host, port, user and directory of the site."),
            kind: .text, .required(example: "\"ftpes://deploy@web01.example/www\"")),
        SettingInfo(
            "user", .login, tr("The name to log in with; it replaces the one in the URL."),
            kind: .text, .unset(tr("the one in the URL or in .netrc"), example: "\"deploy\""),
            wireProtocols: [.ftp, .sftp, .http]),
        SettingInfo(
            "password_command", .login,
            tr("A shell command; the first line that it prints is the password."),
            kind: .command,
            .unset(tr(".netrc, the keyring, or Ferry asks"), example: "\"pass show web01\""),
            wireProtocols: [.ftp, .sftp, .http]),
        SettingInfo(
            "charset", .connection, tr("The charset of names that are not valid UTF-8."),
            kind: .text,
            .unset(tr("Ferry guesses and offers it"), example: "\"CP1252\""),
            requirement: tr("the name of a charset, such as \"GB18030\" or \"CP1252\""),
            wireProtocols: remote),
        SettingInfo(
            ReachSettings.proxyKey, .connection,
            tr("The proxy that connections to the site use; \"none\" uses no proxy at all."),
            kind: .text,
            .unset(
                tr("as config.toml or the environment says"),
                example: "\"socks5://proxy.example:1080\""),
            requirement: ReachSettings.proxyRequirement, wireProtocols: [.ftp, .http]),
        SettingInfo(
            "timeout", .connection,
            tr("Seconds without an answer after which a connection counts as lost."),
            kind: .integer(1...3_600), .unset(tr("as config.toml says"), example: "60"),
            wireProtocols: remote),
        SettingInfo(
            "comment", .connection, tr("Your notes about the site."), kind: .text,
            .unset(tr("no comment"), example: SitesFile.quoted(tr("The staging server")))),
    ]

    private static let remote: Set<Site.Scheme.WireProtocol> = [.ftp, .sftp, .http, .rclone]
}

extension NamedSite {
    /// What the site says under a key, in TOML; nil where it says nothing.
    package func value(of key: String) -> String? {
        switch key {
        case "name": SitesFile.quoted(name)
        case "url": SitesFile.quoted(url)
        case "user": nil
        case "password_command": passwordCommand.map(SitesFile.quoted)
        case "charset": site.charset.map(SitesFile.quoted)
        case ReachSettings.proxyKey: ReachSettings.text(of: site).map(SitesFile.quoted)
        case "timeout": site.timeout == Site.local.timeout ? nil : String(site.timeout)
        case "comment": comment.map(SitesFile.quoted)
        default: site.options[key]?.toml
        }
    }
}
