import Files
import Words

/// A bookmark of Cyberduck's, a property list in a file of its own.
enum CyberduckSite {
    /// The name that may follow `<!DOCTYPE`.
    static let doctype = "plist"

    static func read(
        _ root: XMLElement, _ settings: [SiteSetting]
    ) throws(SiteListRefusal) -> SiteListReport {
        var report = SiteListReport(.cyberduck)
        for dictionary in root.children where dictionary.name == "dict" {
            try report.append(entry(values(dictionary), repeatedKeys(dictionary), settings))
        }
        guard !report.entries.isEmpty else {
            throw SiteListRefusal(tr("The file is a property list, but not a Cyberduck bookmark."))
        }
        return report
    }

    /// By key; of what is no text, its own text, which is empty.
    private static func values(_ dictionary: XMLElement) -> [String: XMLElement] {
        var values: [String: XMLElement] = [:]
        var key: String?
        for child in dictionary.children {
            if child.name == "key" {
                key = child.text
            } else if let name = key {
                values[name] = child
                key = nil
            }
        }
        return values
    }

    private static func repeatedKeys(_ dictionary: XMLElement) -> Set<String> {
        var seen: Set<String> = []
        return Set(
            dictionary.children.filter { $0.name == "key" }.map(\.text)
                .filter { !seen.insert($0).inserted })
    }

    private static func entry(
        _ values: [String: XMLElement], _ repeated: Set<String>, _ settings: [SiteSetting]
    ) -> SiteListReport.Entry {
        func text(_ key: String) -> String? {
            values[key].map(\.text).flatMap { $0.isEmpty ? nil : $0 }
        }
        let parts = [text("Nickname") ?? text("Hostname") ?? ""]
        let scheme: Site.Scheme
        switch text("Protocol") ?? "" {
        case "ftp": scheme = .ftp
        // Cyberduck means AUTH TLS by it; the port of old is that of implicit TLS.
        case "ftps": scheme = text("Port") == "990" ? .ftps : .ftpes
        case "sftp": scheme = .sftp
        case "dav": scheme = .dav
        case "davs": scheme = .davs
        case let other:
            let shown = VisibleText.make(Array(other.utf8), limit: 60)
            return .skipped(
                name: SiteListName.make(parts),
                reason: other.isEmpty
                    ? tr("It does not name a protocol.")
                    : tr("Ferry does not support its protocol '\(shown)'.")
            )
        }
        var draft = SiteDraft(parts, scheme, host: text("Hostname") ?? "")
        draft.port = text("Port")
        draft.user = text("Username")
        draft.directory = text("Path")
        draft.charset = text("Encoding")
        draft.comment = text("Comment")
        draft.keyFile = keyFile(values)
        // The second word is that of old files.
        if ["active", "port"].contains(text("FTP Connect Mode")?.lowercased()) {
            draft.sayOfFTP("active", .flag(true), tr("the active mode"))
        }
        if let most = text("Maximum Connections").flatMap({ Int($0) }), most > 0 {
            draft.say(
                QueueOptions.slots.name, .number(min(most, 16)), tr("the number of connections"))
        }
        if text("Timezone") != nil { draft.lose(tr("the time zone")) }
        if text("Client Certificate") != nil { draft.lose(tr("the client certificate")) }
        let local = ["Upload Folder", "Download Folder", "Local Path"]
        if local.contains(where: { text($0) != nil })
            || values["Download Folder Dictionary"] != nil
            || values["Upload Folder Dictionary"] != nil
        {
            draft.lose(tr("the local directory"))
        }
        if !(values["Labels"]?.children.isEmpty ?? true) { draft.lose(tr("the labels")) }
        draft.note(repeated: repeated, taken: .last)
        return draft.entry(settings)
    }

    /// A path, or in newer files a list of dictionaries with one.
    private static func keyFile(_ values: [String: XMLElement]) -> String? {
        for key in ["Private Key File", "Private Key File Dictionary"] {
            guard let element = values[key] else { continue }
            if element.name == "string", !element.text.isEmpty { return element.text }
            let path = CyberduckSite.values(element)["Path"]?.text
            if let path, !path.isEmpty { return path }
        }
        return nil
    }
}
