package import Files
import Words

// A change of one site that keeps its other keys, and every comment.
extension SitesFile {
    /// Gives a site another name and URL, and has it say the same as `site` under all other keys; lines
    /// that say so already stay as they are, and nothing else of the file changes.
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
                file: path, tr("The site '\(VisibleText.make(name))' no longer exists."))
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
        if site.name != name { try assign(quoted(site.name), to: "name") }
        if site.url != old.url { try assign(quoted(site.url), to: "url") }
        // What goes and comes moves the lines below it, which are looked for before.
        var (gone, added): ([Int], [String]) = ([], [])
        for info in SiteKeys.all(settings) where !["name", "url", "user"].contains(info.key) {
            let value = site.value(of: info.key)
            guard value != old.value(of: info.key) else { continue }
            if let value {
                if own(info.key) != nil {
                    try assign(value, to: info.key)
                } else {
                    added.append("\(info.key) = \(value)")
                }
            } else {
                guard let line = own(info.key), assigning("0", to: info.key, in: lines[line]) != nil
                else { throw byHand(name, in: path) }
                gone.append(line)
            }
        }
        if site.site.user != old.site.user, let line = own("user") {
            // It would go before the URL's.
            if let user = site.site.user {
                try assign(quoted(user), to: "user")
            } else {
                gone.append(line)
            }
        }
        if !added.isEmpty {
            guard let line = own("url") else { throw byHand(name, in: path) }
            let indent = lines[line].prefix { $0 == " " || $0 == "\t" }
            let end = lines[line].utf8.last == 0x0D ? "\r" : ""
            // Below the URL, in one piece with it.
            lines[line] += added.map { "\n\(indent)\($0)\(end)" }.joined()
        }
        for line in gone.sorted(by: >) { lines.remove(at: line) }
        let changed = lines.joined(separator: "\n")
        guard changed != text else { return }
        let again = try SitesFile(changed, file: path, settings: settings)
        guard again.sites.count == file.sites.count, isMeant(again.sites[index], site, settings)
        else { throw byHand(name, in: path) }
        var meant = file.sites
        meant[index] = again.sites[index]
        try write(changed, to: path, settings, meaning: meant)
    }

    /// Whether both say the same under all keys.
    private static func isMeant(
        _ site: NamedSite, _ meant: NamedSite, _ settings: [SiteSetting]
    ) -> Bool {
        SiteKeys.all(settings).allSatisfy { site.value(of: $0.key) == meant.value(of: $0.key) }
    }

    static func taken(_ name: String, in path: String) -> SettingsError {
        SettingsError(
            file: path,
            tr("There is a site '\(VisibleText.make(name))' already; choose another name."))
    }

    static func byHand(_ name: String, in path: String) -> SettingsError {
        SettingsError(
            file: path,
            tr(
                "Ferry cannot change the site '\(VisibleText.make(name))' as it is written; "
                    + "edit the file by hand."))
    }

    /// A line `key = value` with another value; indentation and comment stay. Nil where it is none.
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
        guard start < bytes.count else { return nil }
        let quote = bytes[start]
        if quote == 0x22 || quote == 0x27 {
            // A text of several lines begins with three.
            guard !bytes[start...].starts(with: [quote, quote, quote]) else { return nil }
            index += 1
            while index < bytes.count, bytes[index] != quote {
                index += quote == 0x22 && bytes[index] == 0x5C ? 2 : 1
            }
            guard index < bytes.count else { return nil }
            index += 1
        } else {
            // true, false, or a number.
            while index < bytes.count, isOfBareValue(bytes[index]) { index += 1 }
            guard index > start else { return nil }
        }
        return String(decoding: bytes[..<start], as: UTF8.self) + value
            + String(decoding: bytes[index...], as: UTF8.self)
    }

    private static func isOfBareValue(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x5F: true
        default: false
        }
    }
}
