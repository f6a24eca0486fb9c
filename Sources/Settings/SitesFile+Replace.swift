package import Files

// A change of one site that keeps its other keys, and every comment.
extension SitesFile {
    /// Gives a site another name and URL; nothing else of the file changes.
    package static func replace(
        _ name: String, with site: NamedSite, in path: String, settings: [SiteSetting]
    ) throws(SettingsError) {
        try ChangeLock.hold(path) { () throws(SettingsError) in
            try rewrite(name, as: site, in: path, settings)
        }
    }

    private static func rewrite(
        _ name: String, as site: NamedSite, in path: String, _ settings: [SiteSetting]
    ) throws(SettingsError) {
        let text = try TextFile.read(path, limit: sizeLimit) ?? ""
        let file = try SitesFile(text, file: path, settings: settings)
        guard let index = file.sites.firstIndex(where: { $0.name == name }) else {
            throw SettingsError(
                file: path, "The site '\(VisibleText.make(name))' no longer exists.")
        }
        let old = file.sites[index]
        guard site.name == name || !file.sites.contains(where: { $0.name == site.name }) else {
            throw taken(site.name, in: path)
        }
        let document = try SettingsDocument(text, file: path)
        let place = ["site", String(index)]
        let head = document.line(of: place)
        var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        guard let head, lines.indices.contains(head - 1), isHead(lines[head - 1]) else {
            throw byHand(name, in: path)
        }
        /// The index of the line that a key has of its own.
        func own(_ key: String) -> Int? {
            document.line(of: place + [key]).flatMap { line in
                line > head && lines.indices.contains(line - 1) ? line - 1 : nil
            }
        }
        func assign(_ value: String, to key: String) throws(SettingsError) {
            guard let line = own(key), let changed = assigning(value, to: key, in: lines[line])
            else { throw byHand(name, in: path) }
            lines[line] = changed
        }
        if site.name != name { try assign(site.name, to: "name") }
        if site.url != old.url { try assign(site.url, to: "url") }
        if site.site.user != old.site.user, let line = own("user") {
            // It would go before the URL's.
            if let user = site.site.user {
                try assign(user, to: "user")
            } else {
                lines.remove(at: line)
            }
        }
        let changed = lines.joined(separator: "\n")
        guard changed != text else { return }
        let again = try SitesFile(changed, file: path, settings: settings)
        guard again.sites.count == file.sites.count, again.sites[index].name == site.name,
            again.sites[index].url == site.url
        else { throw byHand(name, in: path) }
        var meant = file.sites
        meant[index] = again.sites[index]
        try write(changed, to: path, settings, meaning: meant)
    }

    static func taken(_ name: String, in path: String) -> SettingsError {
        SettingsError(
            file: path,
            "There is a site '\(VisibleText.make(name))' already; choose another name.")
    }

    private static func byHand(_ name: String, in path: String) -> SettingsError {
        SettingsError(
            file: path,
            "Ferry cannot change the site '\(VisibleText.make(name))' as it is written; "
                + "edit the file by hand.")
    }

    /// A line `key = "text"` with another text; indentation and comment stay. Nil where it is none.
    private static func assigning(_ value: String, to key: String, in line: String) -> String? {
        let bytes = Array(line.utf8)
        var index = 0
        func skipBlanks() {
            while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
        }
        skipBlanks()
        let spellings = [key, "\"\(key)\"", "'\(key)'"]
        guard let spelling = spellings.first(where: { bytes[index...].starts(with: $0.utf8) })
        else { return nil }
        index += spelling.utf8.count
        skipBlanks()
        guard index < bytes.count, bytes[index] == 0x3D else { return nil }
        index += 1
        skipBlanks()
        let start = index
        guard start < bytes.count, bytes[start] == 0x22 || bytes[start] == 0x27 else { return nil }
        let quote = bytes[start]
        // A text of several lines begins with three.
        guard !bytes[start...].starts(with: [quote, quote, quote]) else { return nil }
        index += 1
        while index < bytes.count, bytes[index] != quote {
            index += quote == 0x22 && bytes[index] == 0x5C ? 2 : 1
        }
        guard index < bytes.count else { return nil }
        return String(decoding: bytes[..<start], as: UTF8.self) + quoted(value)
            + String(decoding: bytes[(index + 1)...], as: UTF8.self)
    }
}
