import Engine
import Files
import Manual
import Settings
import Terminal
import UI
import Words

/// Makes the pages of the files that users write, from the tables that these are read by.
enum SettingsManual {
    /// ferry-config(5).
    static var config: ManualPage {
        let infos = ConfigSetting.all(FileSystemMakers.settings).map(\.info)
        return ManualPage(
            "ferry-config", .files, tr("settings of Ferry in config.toml"),
            blocks: [.heading(tr("Description"))] + ManualText.blocks(ManualIntroduction.config)
                + groups(infos), related: related(without: "ferry-config"))
    }

    /// ferry-sites(5).
    static var sites: ManualPage {
        ManualPage(
            "ferry-sites", .files, tr("saved sites of Ferry in sites.toml"),
            blocks: [.heading(tr("Description"))] + ManualText.blocks(ManualIntroduction.sites)
                + groups(SiteKeys.all(FileSystemMakers.settings)),
            related: related(without: "ferry-sites"))
    }

    /// ferry-keymap(5).
    static var keymap: ManualPage {
        var blocks: [ManualBlock] = [.heading(tr("Description"))]
        blocks += ManualText.blocks(ManualIntroduction.keymap)
        blocks.append(.heading(tr("Where keys work")))
        blocks.append(
            .definitions(
                Keymap.Context.allCases.map { context in
                    .init(
                        term: [
                            .code(
                                context == .everywhere ? "[keys]" : "[keys.\(context.rawValue)]")
                        ], meaning: [.words(withFullStop(context.title))])
                }))
        blocks.append(.heading(tr("All actions")))
        blocks.append(
            .definitions(
                Action.allCases.map { action in
                    .init(
                        term: [.code(action.rawValue)],
                        meaning: [.words(withFullStop(action.title))])
                }))
        return ManualPage(
            "ferry-keymap", .files, tr("keys of Ferry in keymap.toml"), blocks: blocks,
            related: related(without: "ferry-keymap") + [.init("ferry-keys", .subjects)])
    }

    /// ferry-theme(5).
    static var theme: ManualPage {
        ManualPage(
            "ferry-theme", .files, tr("colours of Ferry in a theme file"),
            blocks: [.heading(tr("Description"))] + ManualText.blocks(ManualIntroduction.theme)
                + [
                    .heading(tr("Roles")),
                    .paragraph(
                        Array(
                            Role.allCases.map { [ManualSpan.code($0.rawValue)] }
                                .joined(separator: [.words(", ")])) + [.words(".")]),
                ], related: related(without: "ferry-theme"))
    }

    /// ferry(5): which files there are.
    static var files: ManualPage {
        ManualPage(
            "ferry", .files, tr("files that Ferry reads and keeps"),
            blocks: [.heading(tr("Description"))] + ManualText.blocks(ManualIntroduction.files),
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
                .heading(heading(of: group)),
                .definitions(own.map { definition($0) }),
            ]
        }
    }

    private static func heading(of group: SettingGroup) -> String {
        switch group {
        case .screen: tr("Settings: screen")
        case .panes: tr("Settings: panes")
        case .transfers: tr("Settings: transfers")
        case .connection: tr("Settings: connection")
        case .login: tr("Settings: login")
        case .ftp: tr("Settings: ftp")
        case .ssh: tr("Settings: ssh")
        case .web: tr("Settings: web")
        case .programs: tr("Settings: other programs")
        }
    }

    private static func definition(_ info: SettingInfo) -> ManualBlock.Definition {
        func example(_ text: String) -> [ManualSpan] {
            [.words(" \(tr("Example:")) "), .code("\(info.key) = \(text)")]
        }
        let standard: [ManualSpan] =
            switch info.standard {
            case .value(let text):
                [
                    .words(" \(tr("Default:")) "), .code(text),
                    .words(tr(".", meaning: "ends a sentence")),
                ]
            case .unset(let words, let text):
                [.words(" \(tr("Default: \(words)."))")] + example(text)
            case .required(let text):
                [.words(" \(tr("Required."))")] + example(text)
            }
        let values = tr("Values: \(info.allowed).")
        return .init(
            term: [.code(info.key)], meaning: [.words("\(info.summary) \(values)")] + standard)
    }
}
