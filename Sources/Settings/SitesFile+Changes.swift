package import Files
import Words

// Changes of several sites at a time, which keep everything else that stands in the file.
extension SitesFile {
    /// Adds sites at the end of the file, all in one write; not one where the file would not be read
    /// back as it was meant.
    package static func add(
        all sites: [NamedSite], to path: String, settings: [SiteSetting]
    ) throws(SettingsError) {
        guard !sites.isEmpty else { return }
        // The lock is of the directory.
        TextFile.makeDirectories(above: path)
        try ChangeLock.hold(path) { () throws(SettingsError) in
            try append(sites, to: path, settings)
        }
    }

    private static func append(
        _ sites: [NamedSite], to path: String, _ settings: [SiteSetting]
    ) throws(SettingsError) {
        let text = try TextFile.read(path, limit: sizeLimit) ?? ""
        let file = try SitesFile(text, file: path, settings: settings)
        var names = Set(file.sites.map(\.name))
        for site in sites where !names.insert(site.name).inserted {
            throw taken(site.name, in: path)
        }
        let gap = text.isEmpty ? "" : text.utf8.last == 0x0A ? "\n" : "\n\n"
        let blocks = sites.map { block($0, settings) }
        try write(
            text + gap + blocks.joined(separator: "\n"), to: path, settings,
            meaning: file.sites + sites)
    }

    /// Takes a site out of the file; false where none is called so. Comments stay, but for those
    /// between the site's own lines.
    package static func remove(
        _ name: String, from path: String, settings: [SiteSetting]
    ) throws(SettingsError) -> Bool {
        try ChangeLock.hold(path) { () throws(SettingsError) in
            try takeOut(name, of: path, settings)
        }
    }

    private static func takeOut(
        _ name: String, of path: String, _ settings: [SiteSetting]
    ) throws(SettingsError) -> Bool {
        guard let text = try TextFile.read(path, limit: sizeLimit) else { return false }
        let file = try SitesFile(text, file: path, settings: settings)
        guard let index = file.sites.firstIndex(where: { $0.name == name }) else { return false }
        let document = try SettingsDocument(text, file: path)
        // By bytes: to Swift a carriage return with a line feed is one character, and another one.
        var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        func head(_ index: Int) -> Int? {
            document.line(of: ["site", String(index)]).map { $0 - 1 }
        }
        guard let start = head(index), lines.indices.contains(start), isHead(lines[start]) else {
            throw SettingsError(
                file: path,
                tr(
                    "The site '\(VisibleText.make(name))' is not written as [[site]]; remove it by hand."
                )
            )
        }
        let next = index + 1 < file.sites.count ? head(index + 1) : nil
        var end = min(next ?? lines.count, lines.count)
        // What stands between this and the next is the next one's.
        while end > start + 1, isRemark(lines[end - 1]) { end -= 1 }
        lines.removeSubrange(start..<end)
        // One gap is left of two.
        let isGap = start == 0 || isBlank(lines[start - 1])
        if isGap, lines.indices.contains(start), isBlank(lines[start]), start + 1 < lines.count {
            lines.remove(at: start)
        } else if start == lines.count - 1, start > 1, lines[start].isEmpty, isGap {
            lines.remove(at: start - 1)
        }
        var rest = file.sites
        rest.remove(at: index)
        try write(lines.joined(separator: "\n"), to: path, settings, meaning: rest)
        return true
    }

    static func isHead(_ line: String) -> Bool {
        line.drop(while: \.isWhitespace).hasPrefix("[[")
    }

    private static func isBlank(_ line: String) -> Bool { line.allSatisfy(\.isWhitespace) }

    private static func isRemark(_ line: String) -> Bool {
        isBlank(line) || line.drop(while: \.isWhitespace).hasPrefix("#")
    }

    /// What would not be read back is not written.
    static func write(
        _ text: String, to path: String, _ settings: [SiteSetting], meaning sites: [NamedSite]
    ) throws(SettingsError) {
        guard text.utf8.count <= sizeLimit else {
            throw SettingsError(
                file: path, tr("The file would be larger than 16 MiB; nothing was changed."))
        }
        let again = try? SitesFile(text, file: path, settings: settings)
        guard again?.sites == sites else {
            throw SettingsError(
                file: path,
                tr("The changed file could not be read back correctly; nothing was changed."))
        }
        try TextFile.write(text, to: path)
    }
}
