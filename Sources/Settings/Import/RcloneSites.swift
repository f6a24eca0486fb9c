import Files
import Words

/// rclone's `rclone.conf`.
enum RcloneSites {
    /// What an encrypted one begins with.
    static let lockedMark = "RCLONE_ENCRYPT_"

    static func read(
        _ text: INIText, _ settings: [SiteSetting]
    ) throws(SiteListRefusal) -> SiteListReport {
        var report = SiteListReport(.rclone)
        for section in text.sections {
            try report.append(entry(section, settings))
        }
        return report
    }

    private static func entry(
        _ section: INIText.Section, _ settings: [SiteSetting]
    ) -> SiteListReport.Entry {
        let name = section.name
        let parts = name.split(separator: "/").map(String.init)
        func refused(_ reason: String) -> SiteListReport.Entry {
            .skipped(name: SiteListName.make(parts), reason: reason)
        }
        guard let type = section["type"], !type.isEmpty else {
            return refused(tr("It does not give its type."))
        }
        var draft: SiteDraft
        switch type {
        case "sftp":
            draft = SiteDraft(parts, .sftp, host: section["host"] ?? "")
        case "ftp":
            draft = SiteDraft(parts, ftpScheme(section), host: section["host"] ?? "")
        case "webdav", "http":
            do throws(SiteListRefusal) {
                draft = try web(parts, section, isDAV: type == "webdav")
            } catch {
                return refused(error.description)
            }
        default:
            return remote(section)
        }
        if type == "ftp", (section["user"] ?? "").isEmpty {
            draft.note(
                tr("It does not name a user: rclone uses yours, Ferry logs in as anonymous."))
        }
        draft.port = section["port"] ?? draft.port
        draft.user = section["user"] ?? draft.user
        if let pass = section["pass"], !pass.isEmpty {
            draft.password =
                RcloneObscured.reveal(pass).map { .clear($0) }
                ?? .locked(tr("The password was not imported, because it cannot be read."))
        }
        details(section, &draft)
        return draft.entry(settings)
    }

    private static func ftpScheme(_ section: INIText.Section) -> Site.Scheme {
        section["tls"] == "true" ? .ftps : section["explicit_tls"] == "true" ? .ftpes : .ftp
    }

    private static func web(
        _ parts: [String], _ section: INIText.Section, isDAV: Bool
    ) throws(SiteListRefusal) -> SiteDraft {
        let target: SiteURL.Target
        let secret: Secret?
        do {
            (target, secret) = try SiteURL.parse(section["url"] ?? "")
        } catch {
            throw SiteListRefusal(tr("Its 'url' is not a URL that Ferry supports."))
        }
        let isEncrypted = target.site.scheme == .https
        guard isEncrypted || target.site.scheme == .http else {
            throw SiteListRefusal(tr("Its 'url' is neither http:// nor https://."))
        }
        let scheme: Site.Scheme = isDAV ? (isEncrypted ? .davs : .dav) : target.site.scheme
        var draft = SiteDraft(parts, scheme, host: target.site.host)
        draft.port = String(target.site.port)
        draft.user = target.site.user
        draft.directory = target.path.map { String(decoding: $0.bytes, as: UTF8.self) }
        draft.password = secret.map { .clear($0.reveal()) }
        if target.site[SiteURL.query] != nil { draft.lose(tr("the text after the URL's '?'")) }
        return draft
    }

    /// What only rclone speaks: Ferry has it do so.
    private static func remote(_ section: INIText.Section) -> SiteListReport.Entry {
        let name = SiteListName.make([section.name])
        guard SiteURL.isRemoteName(section.name) else {
            return .skipped(name: name, reason: tr("No URL can name this remote."))
        }
        let site = Site(scheme: .rclone, host: section.name)
        return .site(
            ImportedSite(
                named: NamedSite(name: name, site: site),
                notes: [tr("Ferry reaches it through rclone, which keeps the login.")]))
    }

    private static func details(_ section: INIText.Section, _ draft: inout SiteDraft) {
        func isSet(_ key: String) -> Bool { !["", "false"].contains(section[key] ?? "") }
        if let key = section["key_file"], !key.isEmpty { draft.keyFile = key }
        draft.knownHostsFile = section["known_hosts_file"]
        if isSet("key_pem") { draft.lose(tr("the key", meaning: "of SSH, to log in with")) }
        if isSet("key_file_pass") { draft.lose(tr("the key's passphrase")) }
        if isSet("ssh") { draft.lose(tr("the ssh program")) }
        if isSet("bearer_token") { draft.lose(tr("the bearer token")) }
        if isSet("headers") { draft.lose(tr("the headers")) }
        if isSet("no_check_certificate") { draft.lose(tr("the choice not to check certificates")) }
        if let path = section["path"], !path.isEmpty { draft.directory = path }
        if let text = section["socks_proxy"], !text.isEmpty {
            let parsed = try? ProxyURL.parse("socks5://\(text)")
            draft.proxy = parsed?.proxy
            if parsed == nil { draft.lose(tr("the proxy")) }
            if parsed?.password != nil { draft.lose(tr("the proxy's password")) }
        } else if let text = section["http_proxy"], !text.isEmpty {
            let parsed = try? ProxyURL.parse(text)
            draft.proxy = parsed?.proxy
            if parsed == nil { draft.lose(tr("the proxy")) }
            if parsed?.password != nil { draft.lose(tr("the proxy's password")) }
        }
        draft.note(oddLinesOf: section)
    }
}
