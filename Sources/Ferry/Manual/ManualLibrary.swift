import Manual
import Words

/// All pages of the manual.
enum ManualLibrary {
    /// The subjects that `ferry help` knows besides commands, and what each helps to do.
    static var subjects: [(name: String, summary: String)] {
        [(KeysManual.name, KeysManual.summary)]
            + ManualTopic.all.map { (name: $0.name, summary: $0.summary) }
    }

    static func pages() throws -> [ManualPage] {
        let ferry = try ToolInfo.of(Ferry.self)
        let commands = CommandManual(common: try ToolInfo.of(ConnectionOptions.self))
        let screen = try ToolInfo.of(OpenScreen.self)
        return [commands.page(of: ferry, opening: screen)]
            + commands.commands(of: ferry).map { commands.page(of: $0) }
            + [
                SettingsManual.files, SettingsManual.config, SettingsManual.sites,
                SettingsManual.keymap, SettingsManual.theme, KeysManual.page,
            ]
            + ManualTopic.all.map { topic in
                ManualPage(
                    "ferry-\(topic.name)", .subjects, topic.summary,
                    blocks: [.heading(tr("Description"))] + ManualText.blocks(topic.text),
                    related: [.init("ferry", .commands), .init("ferry-keys", .subjects)])
            }
    }

    /// The page that somebody means by a word: a subject's, a command's, a file's, or the name of a page.
    static func page(_ word: String) throws -> ManualPage? {
        let pages = try pages()
        let files = ["config.toml": "config", "sites.toml": "sites", "keymap.toml": "keymap"]
        if let file = files[word] {
            return pages.first { $0.name == "ferry-\(file)" && $0.section == .files }
        }
        return pages.first { $0.name == "ferry-\(word)" } ?? pages.first { $0.name == word }
            ?? pages.first { $0.fileName == word }
    }
}
