package import Files
import Words

extension NamedSite {
    /// A site as its fields say, checked as `sites.toml` is: `texts` has what was typed under each key,
    /// and the key that is wrong is told. What is no number where one belongs is a text, and refused
    /// as such.
    package init(
        name: String, url: String, _ texts: [(info: SettingInfo, text: String)],
        settings: [SiteSetting]
    ) throws(SiteTextError) {
        var lines = [
            "[[site]]", "name = \(SitesFile.quoted(name))", "url = \(SitesFile.quoted(url))",
        ]
        for (info, text) in texts {
            lines.append("\(info.key) = \(info.toml(typed: text) ?? SitesFile.quoted(text))")
        }
        let file: SitesFile
        do throws(SettingsError) {
            file = try SitesFile(
                lines.joined(separator: "\n") + "\n", file: "", settings: settings)
        } catch {
            // The names of the keys of a table are all on lines of their own.
            let place = (error.line ?? 0) - 4
            throw SiteTextError(
                key: texts.indices.contains(place)
                    ? texts[place].info.key : error.line == 2 ? "name" : "url",
                sentence: error.message)
        }
        guard let site = file.sites.first else {
            throw SiteTextError(key: "name", sentence: tr("The site needs a name."))
        }
        self = site
    }
}

/// Why what was typed under a key of a site cannot be used.
package struct SiteTextError: Error, Hashable, Sendable {
    /// Which one is to be corrected.
    package let key: String
    /// What is wrong and what would be right.
    package let sentence: String
}
