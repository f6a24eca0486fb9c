import Files
import Words

/// WinSCP's `WinSCP.ini`.
enum WinSCPSites {
    static let prefix = "Sessions\\"

    static func read(
        _ text: INIText, _ settings: [SiteSetting]
    ) throws(SiteListRefusal) -> SiteListReport {
        var report = SiteListReport(.winSCP)
        let isLocked =
            text.sections.first { $0.name == "Configuration\\Security" }?["UseMasterPassword"]
            == "1"
        for section in text.sections where section.name.hasPrefix(prefix) {
            let name = decoded(String(section.name.dropFirst(prefix.count)))
            // What holds for new sites is no site.
            guard name != "Default Settings" else { continue }
            try report.append(entry(name, section, isLocked, settings))
        }
        return report
    }

    private static func entry(
        _ name: String, _ section: INIText.Section, _ isLocked: Bool, _ settings: [SiteSetting]
    ) -> SiteListReport.Entry {
        let parts = name.split(separator: "/").map(String.init)
        func refused(_ reason: String) -> SiteListReport.Entry {
            .skipped(name: SiteListName.make(parts), reason: reason)
        }
        let ways = section["Ftps"] ?? "0"
        let scheme: Site.Scheme
        switch section["FSProtocol"] ?? "1" {
        case "0", "1", "2": scheme = .sftp
        case "5": scheme = ways == "0" ? .ftp : ways == "1" ? .ftps : .ftpes
        case "6": scheme = ways == "0" ? .dav : .davs
        case "7": return refused(tr("Its protocol is S3, which Ferry does not support."))
        default: return refused(tr("Its protocol is unknown, which Ferry does not support."))
        }
        var draft = SiteDraft(parts, scheme, host: decoded(section["HostName"] ?? ""))
        if section["FSProtocol"] == "0" { draft.note(tr("It was used with SCP; Ferry uses SFTP.")) }
        if scheme == .ftp {
            draft.say(TLSOptions.isWanted.name, .flag(false), tr("the choice not to use TLS"))
        }
        draft.port = section["PortNumber"]
        login(section, isLocked, &draft)
        reach(section, &draft)
        draft.directory = section["RemoteDirectory"].map(decoded)
        draft.comment = section["Note"].map(decoded)
        draft.note(oddLinesOf: section)
        return draft.entry(settings)
    }

    private static func login(
        _ section: INIText.Section, _ isLocked: Bool, _ draft: inout SiteDraft
    ) {
        let user = decoded(section["UserName"] ?? "")
        draft.user = user
        if let account = section["FtpAccount"].map(decoded), !account.isEmpty {
            draft.sayOfFTP("account", .text(account), tr("the account"))
        }
        if let key = section["PublicKeyFile"].map(decoded), !key.isEmpty { draft.keyFile = key }
        guard let password = section["Password"], !password.isEmpty else { return }
        if isLocked {
            draft.password = .locked(
                tr("The password was not imported, because a WinSCP master password protects it."))
        } else if let clear = WinSCPPassword.reveal(password, user: user, host: draft.host) {
            draft.password = .clear(clear)
        } else {
            draft.password = .locked(
                tr("The password was not imported, because it cannot be read."))
        }
    }

    private static func reach(_ section: INIText.Section, _ draft: inout SiteDraft) {
        func isSet(_ key: String) -> Bool { !["", "0"].contains(section[key] ?? "") }
        if section["FtpPasvMode"] == "0" {
            draft.sayOfFTP("active", .flag(true), tr("the active mode"))
        }
        draft.timeout = section["Timeout"]
        proxy(section, &draft)
        if isSet("Tunnel") {
            let host = decoded(section["TunnelHostName"] ?? "")
            draft.note(
                tr(
                    "The tunnel through \(VisibleText.make(Array(host.utf8), limit: 100)) was not "
                        + "imported; set ProxyJump in ~/.ssh/config."))
        }
        if isSet("TimeDifference") { draft.lose(tr("the time offset")) }
        if !(section["LocalDirectory"] ?? "").isEmpty { draft.lose(tr("the local directory")) }
        if isSet("SynchronizeBrowsing") { draft.lose(tr("synchronised browsing")) }
        if isSet("Color") { draft.lose(tr("the colour")) }
        if !(section["PostLoginCommands"] ?? "").isEmpty {
            draft.lose(tr("the commands after the login"))
        }
        if let program = section["SftpServer"].map(decoded), !program.isEmpty,
            draft.scheme == .sftp
        {
            if program.hasPrefix("/"), !program.contains(" ") {
                draft.say("sftp_server", .text(program), tr("the SFTP server's program"))
            } else {
                draft.lose(tr("the SFTP server's program"))
            }
        }
    }

    private static func proxy(_ section: INIText.Section, _ draft: inout SiteDraft) {
        let kind: Proxy.Kind
        switch section["ProxyMethod"] ?? "0" {
        case "0", "": return
        case "2": kind = .socks5
        case "3": kind = .http
        default: return draft.lose(tr("the proxy"))
        }
        let user = decoded(section["ProxyUsername"] ?? "")
        guard let port = UInt16(section["ProxyPort"] ?? "80"), port > 0 else {
            return draft.lose(tr("the proxy"))
        }
        draft.proxy = Proxy(
            kind: kind, host: decoded(section["ProxyHost"] ?? ""), port: port,
            user: user.isEmpty ? nil : user)
        if !(section["ProxyPassword"] ?? "").isEmpty { draft.lose(tr("the proxy's password")) }
    }

    /// Percent escapes undone. A byte order mark before it says that it is UTF-8; without one it may
    /// be, or is in the charset of western Windows.
    static func decoded(_ text: String) -> String {
        var bytes = PercentCoding.decodeLeniently(text.utf8)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        return String(validating: bytes, as: UTF8.self)
            ?? Charset(named: "CP1252")?.text(of: bytes) ?? VisibleText.make(bytes)
    }
}
