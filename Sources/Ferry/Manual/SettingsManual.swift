import Engine
import Files
import Manual
import Settings
import Terminal
import UI

/// Makes the pages of the files that users write, from the tables that these are read by.
enum SettingsManual {
    /// ferry-config(5).
    static var config: ManualPage {
        let infos = ConfigSetting.all(FileSystemMakers.settings).map(\.info)
        return ManualPage(
            "ferry-config", .files, "settings of Ferry in config.toml",
            blocks: [.heading("Description")] + ManualText.blocks(ManualIntroduction.config)
                + groups(infos), related: related(without: "ferry-config"))
    }

    /// ferry-sites(5).
    static var sites: ManualPage {
        ManualPage(
            "ferry-sites", .files, "saved sites of Ferry in sites.toml",
            blocks: [.heading("Description")] + ManualText.blocks(ManualIntroduction.sites)
                + groups(SiteKeys.all(FileSystemMakers.settings)),
            related: related(without: "ferry-sites"))
    }

    /// ferry-keymap(5).
    static var keymap: ManualPage {
        var blocks: [ManualBlock] = [.heading("Description")]
        blocks += ManualText.blocks(ManualIntroduction.keymap)
        blocks.append(.heading("Where keys work"))
        blocks.append(
            .definitions(
                Keymap.Context.allCases.map { context in
                    .init(
                        term: [
                            .code(
                                context == .everywhere ? "[keys]" : "[keys.\(context.rawValue)]")
                        ], meaning: [.words("\(context.title).")])
                }))
        blocks.append(.heading("All actions"))
        blocks.append(
            .definitions(
                Action.allCases.map { action in
                    .init(term: [.code(action.rawValue)], meaning: [.words("\(action.title).")])
                }))
        return ManualPage(
            "ferry-keymap", .files, "keys of Ferry in keymap.toml", blocks: blocks,
            related: related(without: "ferry-keymap") + [.init("ferry-keys", .subjects)])
    }

    /// ferry-theme(5).
    static var theme: ManualPage {
        ManualPage(
            "ferry-theme", .files, "colours of Ferry in a theme file",
            blocks: [.heading("Description")] + ManualText.blocks(ManualIntroduction.theme)
                + [
                    .heading("Roles"),
                    .paragraph(
                        Array(
                            Role.allCases.map { [ManualSpan.code($0.rawValue)] }
                                .joined(separator: [.words(", ")])) + [.words(".")]),
                ], related: related(without: "ferry-theme"))
    }

    /// ferry(5): which files there are.
    static var files: ManualPage {
        ManualPage(
            "ferry", .files, "files that Ferry reads and keeps",
            blocks: [.heading("Description")] + ManualText.blocks(ManualIntroduction.files),
            related: related(without: ""))
    }

    private static func related(without name: String) -> [ManualPage.Reference] {
        let names = ["ferry-config", "ferry-sites", "ferry-keymap", "ferry-theme"]
        return [.init("ferry", .commands)]
            + names.filter { $0 != name }.map { .init($0, .files) }
    }

    /// The settings by what they are about.
    private static func groups(_ infos: [SettingInfo]) -> [ManualBlock] {
        SettingGroup.allCases.flatMap { group -> [ManualBlock] in
            let own = infos.filter { $0.group == group }
            guard !own.isEmpty else { return [] }
            return [
                .heading("Settings: \(group.title.lowercased())"),
                .definitions(own.map { definition($0) }),
            ]
        }
    }

    private static func definition(_ info: SettingInfo) -> ManualBlock.Definition {
        let standard: [ManualSpan] =
            switch info.standard {
            case .value(let text): [.words(" Default: "), .code(text), .words(".")]
            case .unset(let words, let example):
                [.words(" Default: \(words). Example: "), .code("\(info.key) = \(example)")]
            case .required(let example):
                [.words(" Required. Example: "), .code("\(info.key) = \(example)")]
            }
        return .init(
            term: [.code(info.key)],
            meaning: [.words("\(info.summary) Values: \(info.allowed).")] + standard)
    }
}
