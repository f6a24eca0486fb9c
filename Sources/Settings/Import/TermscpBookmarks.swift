import Files
import Words

/// termscp's `bookmarks.toml`.
enum TermscpBookmarks {
    static func read(
        _ text: String, _ settings: [SiteSetting]
    ) throws(SiteListRefusal) -> SiteListReport {
        let document: SettingsDocument
        let list: SettingsSection?
        do throws(SettingsError) {
            document = try SettingsDocument(text, file: "")
            list = try document.section.section("bookmarks")
        } catch {
            throw SiteListRefusal(
                error.line.map { tr("Line \($0) of the file cannot be read. \(error.message)") }
                    ?? tr("The file cannot be read. \(error.message)"))
        }
        var report = SiteListReport(.termscp)
        guard let list else { return report }
        for name in list.keys {
            try report.append(entry(name, list.values[name], settings))
        }
        return report
    }

    private static func entry(
        _ name: String, _ value: SettingsDocument.Value?, _ settings: [SiteSetting]
    ) -> SiteListReport.Entry {
        let parts = name.split(separator: "/").map(String.init)
        func refused(_ reason: String) -> SiteListReport.Entry {
            .skipped(name: SiteListName.make(parts), reason: reason)
        }
        guard case .table(let values)? = value else { return refused(tr("It is not a table.")) }
        func text(_ key: String) -> String? {
            switch values[key] {
            case .string(let text): text.isEmpty ? nil : text
            case .integer(let number): String(number)
            default: nil
            }
        }
        var address = text("address") ?? ""
        let scheme: Site.Scheme
        var isShell = false
        switch (text("protocol") ?? "").lowercased() {
        case "sftp": scheme = .sftp
        case "scp": (scheme, isShell) = (.sftp, true)
        case "ftp": scheme = .ftp
        case "ftps": scheme = .ftpes
        case "webdav":
            address = text("uri") ?? text("url") ?? address
            return web(parts, address, values, text, settings)
        case "":
            return refused(tr("It does not name a protocol."))
        case let other:
            let shown = VisibleText.make(Array(other.utf8), limit: 60)
            return refused(tr("Ferry does not support its protocol '\(shown)'."))
        }
        var draft = SiteDraft(parts, scheme, host: address)
        draft.port = text("port")
        if isShell { draft.note(tr("It was used with SCP; Ferry uses SFTP.")) }
        complete(&draft, values, text)
        return draft.entry(settings)
    }

    private static func web(
        _ parts: [String], _ address: String, _ values: [String: SettingsDocument.Value],
        _ text: (String) -> String?, _ settings: [SiteSetting]
    ) -> SiteListReport.Entry {
        let parsed = try? SiteURL.parse(
            SiteURL.looksLikeURL(address) ? address : "https://\(address)")
        guard let target = parsed?.target, target.site.scheme.isHTTP else {
            return .skipped(
                name: SiteListName.make(parts),
                reason: tr("Its address is not a URL that Ferry supports."))
        }
        let isEncrypted = target.site.scheme == .https || target.site.scheme == .davs
        var draft = SiteDraft(parts, isEncrypted ? .davs : .dav, host: target.site.host)
        draft.port = String(target.site.port)
        draft.user = target.site.user
        draft.directory = target.path.map { String(decoding: $0.bytes, as: UTF8.self) }
        complete(&draft, values, text)
        return draft.entry(settings)
    }

    private static func complete(
        _ draft: inout SiteDraft, _ values: [String: SettingsDocument.Value],
        _ text: (String) -> String?
    ) {
        draft.user = text("username") ?? draft.user
        draft.directory = text("directory") ?? text("remote_path") ?? draft.directory
        if text("local_path") != nil { draft.lose(tr("the local directory")) }
        if text("password") != nil {
            draft.password = .locked(
                tr("The password was not imported, because a termscp key protects it."))
        }
    }
}
