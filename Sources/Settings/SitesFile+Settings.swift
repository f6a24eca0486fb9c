package import Files
import Words

// A change of a single key of one site, which leaves everything else in the file as it is.
extension SitesFile {
    /// Gives a key of the site of this name a value, in TOML; nil takes the key out. Throws where there
    /// is no such site, where the file cannot be read or written, or would not be read back as it was
    /// meant. Tells how the site is then.
    @discardableResult
    package static func set(
        _ key: String, of name: String, to value: String?, in path: String,
        settings: [SiteSetting]
    ) throws(SettingsError) -> NamedSite? {
        var result: NamedSite?
        try TextFile.change(path, limit: sizeLimit) { text throws(SettingsError) in
            let text = text ?? ""
            let before = try SitesFile(text, file: path, settings: settings)
            guard let index = before.sites.firstIndex(where: { $0.name == name }) else {
                throw SettingsError(
                    file: path, tr("The site '\(VisibleText.make(name))' no longer exists."))
            }
            var change = KeyChange(text)
            let table = ["site", String(index)]
            let section = try SettingsDocument(text, file: path).section.sections("site")[index]
            let isThere = section.values[key] != nil
            guard change.finds(key, of: table) == isThere else { throw byHand(name, in: path) }
            let isMade =
                value.map { change.set(key, of: table, to: $0) } ?? change.remove(key, of: table)
            guard isMade else { throw byHand(name, in: path) }
            let after = try SitesFile(change.text, file: path, settings: settings)
            guard after.isOther(than: before, only: key, of: index, settings) else {
                throw byHand(name, in: path)
            }
            result = after.sites[index]
            return change.text
        }
        return result
    }

    /// Whether nothing but this key of this site is different.
    private func isOther(
        than before: SitesFile, only key: String, of index: Int, _ settings: [SiteSetting]
    ) -> Bool {
        guard sites.count == before.sites.count else { return false }
        for place in sites.indices where place != index {
            guard sites[place] == before.sites[place] else { return false }
        }
        // The user stands in the URL as it is told; a user of its own goes before that.
        let bound: Set = key == "url" || key == "user" ? ["url", "user"] : [key]
        return SiteKeys.all(settings).allSatisfy { info in
            bound.contains(info.key)
                || sites[index].value(of: info.key) == before.sites[index].value(of: info.key)
        }
    }
}
