import Files
import Web
import Words

/// FileZilla's `sitemanager.xml`.
struct FileZillaSites {
    /// What a protocol's number means.
    private enum Speech {
        case scheme(Site.Scheme)
        /// FTP without TLS.
        case plainFTP
        /// Another service by its name; nil for an unknown one.
        case foreign(String?)
    }

    private let settings: [SiteSetting]
    private var report = SiteListReport(.fileZilla)

    private init(_ settings: [SiteSetting]) {
        self.settings = settings
    }

    /// The sites below the document's root.
    static func read(
        _ root: XMLElement, _ settings: [SiteSetting]
    ) throws(SiteListRefusal) -> SiteListReport {
        var sites = FileZillaSites(settings)
        for list in root.children where list.name == "Servers" {
            try sites.take(list, in: [])
        }
        return sites.report
    }

    /// As deep as the XML reader lets elements be in elements.
    private mutating func take(
        _ folder: XMLElement, in path: [String]
    ) throws(SiteListRefusal) {
        for child in folder.children {
            switch child.name {
            case "Folder": try take(child, in: path + [SiteDraft.trimmed(child.text)])
            case "Server": try takeServer(child, in: path)
            default: break
            }
        }
    }

    private mutating func takeServer(
        _ server: XMLElement, in path: [String]
    ) throws(SiteListRefusal) {
        let host = server.text(of: "Host") ?? ""
        var name = SiteDraft.trimmed(server.text(of: "Name") ?? "")
        // Old files have the name behind everything else.
        if name.isEmpty { name = SiteDraft.trimmed(server.text) }
        if name.isEmpty { name = SiteDraft.trimmed(host) }
        let parts = path + [name]
        let number = SiteDraft.trimmed(server.text(of: "Protocol") ?? "0")
        let scheme: Site.Scheme
        switch FileZillaSites.speech(number) {
        case .scheme(let known): scheme = known
        case .plainFTP: scheme = .ftp
        case .foreign(let service):
            return try report.append(
                .skipped(
                    name: SiteListName.make(parts),
                    reason: service.map {
                        tr("Its protocol is \($0), which Ferry does not support.")
                    } ?? tr("Its protocol is unknown, which Ferry does not support.")))
        }
        var draft = SiteDraft(parts, scheme, host: host)
        if number == "6" {
            draft.say(TLSOptions.isWanted.name, .flag(false), tr("the choice not to use TLS"))
        }
        draft.port = server.text(of: "Port")
        login(server, &draft)
        reach(server, &draft)
        directory(server.text(of: "RemoteDir"), &draft)
        draft.note(
            repeated: server.repeatedNames.subtracting(["Bookmark", "Parameter"]), taken: .first)
        try report.append(draft.entry(settings))
        for bookmark in server.children where bookmark.name == "Bookmark" {
            try take(bookmark, of: draft)
        }
    }

    private static func speech(_ number: String) -> Speech {
        switch number {
        case "", "0": .scheme(.ftp)
        case "1": .scheme(.sftp)
        case "2": .scheme(.http)
        case "3": .scheme(.ftps)
        case "4": .scheme(.ftpes)
        case "5": .scheme(.https)
        case "6": .plainFTP
        case "9": .scheme(.davs)
        case "19": .scheme(.dav)
        default: .foreign(clouds[number])
        }
    }

    private static let clouds = [
        "7": "S3", "8": "Storj", "10": "Azure Files", "11": "Azure Blob Storage",
        "12": "OpenStack Swift", "13": "Google Cloud Storage", "14": "Google Drive",
        "15": "Dropbox", "16": "OneDrive", "17": "Backblaze B2", "18": "Box",
        "20": "Rackspace Cloud Files", "21": "Storj", "22": tr("S3 with single sign-on"),
        "23": "Google Cloud Storage", "24": "Cloudflare R2",
    ]

    private func login(_ server: XMLElement, _ draft: inout SiteDraft) {
        let kind = SiteDraft.trimmed(server.text(of: "Logontype") ?? "1")
        guard kind != "0" else { return }
        draft.user = server.text(of: "User")
        if let account = server.text(of: "Account"), !account.isEmpty {
            draft.sayOfFTP("account", .text(account), tr("the account"))
        }
        if let key = server.text(of: "Keyfile"), !key.isEmpty {
            if kind == "5" { draft.keyFile = key } else { draft.lose(tr("the key file")) }
        }
        if kind == "6" { draft.lose(tr("the profile that it logs in with")) }
        guard let pass = server.child("Pass"), !pass.text.isEmpty else { return }
        switch pass.attributes["encoding"] {
        case nil, "plain": draft.password = .clear(pass.text)
        case "base64":
            if let bytes = Base64.decode(SiteDraft.trimmed(pass.text)),
                let text = String(validating: bytes, as: UTF8.self)
            {
                draft.password = .clear(text)
            } else {
                draft.password = .locked(
                    tr("The password was not imported, because it cannot be read."))
            }
        case "crypt":
            draft.password = .locked(
                tr(
                    "The password was not imported, because a FileZilla master password protects it."
                ))
        default:
            draft.password = .locked(
                tr("The password was not imported, because it cannot be read."))
        }
    }

    private func reach(_ server: XMLElement, _ draft: inout SiteDraft) {
        func said(_ name: String) -> String? {
            server.text(of: name).map(SiteDraft.trimmed).flatMap { $0.isEmpty ? nil : $0 }
        }
        if said("PasvMode") == "MODE_ACTIVE" {
            draft.sayOfFTP("active", .flag(true), tr("the active mode"))
        }
        if let text = said("MaximumMultipleConnections"), let count = Int(text), count > 0 {
            draft.say(
                QueueOptions.slots.name, .number(min(count, 16)), tr("the number of connections"))
        }
        if said("EncodingType") == "Custom" { draft.charset = said("CustomEncoding") }
        draft.isDirect = said("BypassProxy") == "1"
        draft.comment = server.text(of: "Comments")
        if let minutes = said("TimezoneOffset"), minutes != "0" {
            draft.lose(tr("the time offset"))
        }
        if said("LocalDir") != nil { draft.lose(tr("the local directory")) }
        if said("SyncBrowsing") == "1" { draft.lose(tr("synchronised browsing")) }
        if said("DirectoryComparison") == "1" { draft.lose(tr("directory comparison")) }
        if let colour = said("Colour"), colour != "0" { draft.lose(tr("the colour")) }
        if let commands = server.child("PostLoginCommands"), !commands.children.isEmpty {
            draft.lose(tr("the commands after the login"))
        }
        if server.child("Parameter") != nil { draft.lose(tr("the protocol's own parameters")) }
    }

    private func directory(_ text: String?, _ draft: inout SiteDraft) {
        guard let text, !text.isEmpty else { return }
        if let path = FileZillaPath.read(text, isSFTP: draft.scheme == .sftp) {
            draft.directory = path
        } else {
            draft.lose(tr("the start directory, whose form Ferry does not know"))
        }
    }

    private mutating func take(
        _ bookmark: XMLElement, of draft: SiteDraft
    ) throws(SiteListRefusal) {
        var name = SiteDraft.trimmed(bookmark.text(of: "Name") ?? "")
        if name.isEmpty { name = SiteDraft.trimmed(bookmark.text) }
        let text = bookmark.text(of: "RemoteDir") ?? ""
        guard let path = FileZillaPath.read(text, isSFTP: draft.scheme == .sftp) else {
            return try report.append(
                .skipped(
                    name: SiteListName.make(draft.name + [name]),
                    reason: text.isEmpty
                        ? tr("The bookmark has no directory on the server.")
                        : tr("The bookmark's directory has a form that Ferry does not know.")))
        }
        var below = draft.bookmark(name, directory: path)
        if !(bookmark.text(of: "LocalDir") ?? "").isEmpty { below.lose(tr("the local directory")) }
        try report.append(below.entry(settings))
    }
}
