import Files
import Words

/// NcFTP's `bookmarks`: commas between the fields of a line, of which the place is taken.
enum NcftpBookmarks {
    static let mark = "NcFTP bookmark-file version"

    static func read(
        _ text: String, _ settings: [SiteSetting]
    ) throws(SiteListRefusal) -> SiteListReport {
        var report = SiteListReport(.ncftp)
        for line in SiteListReader.lines(of: text) {
            guard !line.hasPrefix("#"), !line.hasPrefix(mark), !line.hasPrefix("Number of ") else {
                continue
            }
            guard line.utf8.contains(0x2C) else {
                try report.append(
                    .skipped(
                        name: SiteListName.make([String(line)]),
                        reason: tr("The line is not a bookmark."))
                )
                continue
            }
            let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(decoded)
            try report.append(entry(fields, settings))
        }
        return report
    }

    /// Name, host, user, password, account, directory, kind of transfer, port; more follows.
    private static func entry(
        _ fields: [String], _ settings: [SiteSetting]
    ) -> SiteListReport.Entry {
        func field(_ index: Int) -> String? {
            guard fields.indices.contains(index), !fields[index].isEmpty else { return nil }
            return fields[index]
        }
        let name = field(0) ?? ""
        let parts = name.split(separator: "/").map(String.init)
        var draft = SiteDraft(parts, .ftp, host: field(1) ?? "")
        draft.user = field(2)
        if field(3) != nil {
            draft.password = .locked(tr("The password was not imported; Ferry will ask for it."))
        }
        if let account = field(4) {
            draft.sayOfFTP("account", .text(account), tr("the account"))
        }
        draft.directory = field(5)
        draft.port = field(7)
        draft.comment = field(14)
        return draft.entry(settings)
    }

    /// `$2c` is a comma, and so on.
    private static func decoded(_ field: Substring) -> String {
        guard field.utf8.contains(0x24) else { return String(field) }
        var bytes: [UInt8] = []
        var rest = Array(field.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == 0x24, let escaped = PercentCoding.decodedByte(rest.prefix(2)) {
                bytes.append(escaped)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self) ?? VisibleText.make(bytes)
    }
}
