package import Files
import Words

/// A key of `config.toml`: what it means, and how it is read and told.
package struct ConfigSetting: Sendable {
    /// What a user is told of it.
    package let info: SettingInfo
    private let take: Reader
    private let tell: @Sendable (Config) -> String?

    typealias Reader =
        @Sendable (SettingsSection, inout Config) throws(SettingsError) -> Void

    init(
        _ info: SettingInfo, tell: @escaping @Sendable (Config) -> String?, take: @escaping Reader
    ) {
        self.info = info
        self.take = take
        self.tell = tell
    }

    /// Reads the key, where the file has it.
    func read(_ section: SettingsSection, into config: inout Config) throws(SettingsError) {
        try take(section, &config)
    }

    /// The value in TOML; nil where none is set, and what `info` says holds.
    package func value(in config: Config) -> String? { tell(config) }

    /// Whether the value is another than without the file.
    package func isChanged(in config: Config) -> Bool {
        value(in: config) != value(in: Config())
    }

    /// All keys, with those of the protocols' settings, in the order in which they are shown.
    package static func all(_ settings: [SiteSetting]) -> [ConfigSetting] {
        let all = own + settings.filter(\.isGeneral).map(ConfigSetting.init)
        return SettingGroup.allCases.flatMap { group in all.filter { $0.info.group == group } }
    }

    /// The keys that are not those of a protocol.
    static let own = [
        text(
            "theme", \.theme, .screen,
            tr(
                "The name or file of the screen's theme; \"auto\" follows the terminal's background."
            )
        ),
        language,
        choice(
            "preset", \.preset, .screen,
            tr("The set of keys to start from; keymap.toml changes single keys.")),
        flag(
            "ascii", \.isASCII, .screen,
            tr("Draws with plain ASCII characters instead of lines and arrows.")),
        flag(
            "plain", \.isPlain, .screen,
            tr(
                "Draws no frames, says states in words and shows one pane at a time, for screen readers."
            )
        ),
        flag(
            "mouse", \.hasMouse, .screen,
            tr("Clicks and the wheel go to Ferry; false leaves them to the terminal.")),
        flag(
            "window_title", \.hasTitle, .screen,
            tr("Names the terminal's window after the focused pane and what is running.")),
        flag(
            "restore", \.restores, .screen,
            tr("Shows the tabs of the last time at the start, where no places are given.")),
        flag(
            "hints", \.showsHints, .screen,
            tr("Shows one key to try at the right of the status bar, until each of them was used.")),
        flag(
            "confirm_quit", \.confirmsQuit, .screen,
            tr("Asks before quitting closes connections to servers or stops a share.")),
        flag("show_hidden", \.showsHidden, .panes, tr("Shows names that begin with a dot.")),
        choice("sort", \.sort, .panes, tr("What the panes are sorted by.")),
        flag("sort_reverse", \.isReversed, .panes, tr("Sorts in the reverse order.")),
        flag(
            "directories_first", \.directoriesFirst, .panes, tr("Shows directories before files.")),
        flag(
            "natural_sort", \.isNatural, .panes,
            tr("Sorts numbers by their value and ignores case: a2 comes before a10.")),
        choice(
            "delete", \.deletion, .panes,
            tr("What F8 offers first for files on this machine: the trash, or permanent deletion.")),
        connections, limitRate, limitTimes,
        choice(
            "share_mac_files", \.macFiles, .transfers,
            tr(
                "Where a share keeps the files that macOS adds (._* and .DS_Store), or that it refuses them."
            )
        ),
        command(
            "on_done", \.onDone, .transfers,
            tr("A shell command that runs once the queue has nothing left to do."),
            unset: tr("no command"), example: "systemctl suspend"),
        choice(
            "done_notice", \.doneNotice, .transfers,
            tr("How the terminal is asked to show a notice once the queue has nothing left to do.")),
        timeout, proxy,
        command(
            "editor", \.editor, .programs, tr("The command that edits files."),
            unset: tr("VISUAL, else EDITOR, else vi"), example: "vim -n"),
        command(
            "merge_command", \.mergeCommand, .programs,
            tr(
                "The command that merges {theirs} into {mine}, two versions of a file that was {base}."
            ),
            unset: tr("diff3 -m, then the editor"), example: "vimdiff {mine} {base} {theirs}"),
        openWith,
        flag(
            "complete_on_servers", \.completesOnServers, .programs,
            tr(
                "Tab in a shell lists directories on servers; otherwise it knows those that you have visited."
            )
        ),
    ]

    // MARK: Settings of one kind

    private typealias Place<Value> = any WritableKeyPath<Config, Value> & Sendable

    private static func flag(
        _ key: String, _ place: Place<Bool>, _ group: SettingGroup, _ summary: String
    ) -> ConfigSetting {
        let info = SettingInfo(
            key, group, summary, kind: .boolean, .value(String(Config()[keyPath: place])))
        return ConfigSetting(info, tell: { String($0[keyPath: place]) }) {
            section, config throws(SettingsError) in
            if let value = try section.boolean(key) { config[keyPath: place] = value }
        }
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ key: String, _ place: Place<Choice>, _ group: SettingGroup, _ summary: String
    ) -> ConfigSetting {
        let info = SettingInfo(
            key, group, summary, kind: .choice(Choice.allCases.map(\.rawValue)),
            .value(SitesFile.quoted(Config()[keyPath: place].rawValue)))
        return ConfigSetting(info, tell: { SitesFile.quoted($0[keyPath: place].rawValue) }) {
            section, config throws(SettingsError) in
            if let value = try section.choice(key, of: Choice.self) {
                config[keyPath: place] = value
            }
        }
    }

    private static func text(
        _ key: String, _ place: Place<String>, _ group: SettingGroup, _ summary: String
    ) -> ConfigSetting {
        let info = SettingInfo(
            key, group, summary, kind: .text, .value(SitesFile.quoted(Config()[keyPath: place])))
        return ConfigSetting(info, tell: { SitesFile.quoted($0[keyPath: place]) }) {
            section, config throws(SettingsError) in
            if let value = try section.string(key) { config[keyPath: place] = value }
        }
    }

    private static func command(
        _ key: String, _ place: Place<String?>, _ group: SettingGroup, _ summary: String,
        unset: String, example: String
    ) -> ConfigSetting {
        let info = SettingInfo(
            key, group, summary, kind: .command,
            .unset(unset, example: SitesFile.quoted(example)))
        return ConfigSetting(info, tell: { $0[keyPath: place].map(SitesFile.quoted) }) {
            section, config throws(SettingsError) in
            guard let text = try section.string(key) else { return }
            guard text.contains(where: { $0 != " " }) else {
                throw section.error(key, tr("'\(key)' must be a command, but it is empty."))
            }
            config[keyPath: place] = text
        }
    }

    /// What sites say that say nothing of their own; the reader takes all of these at once.
    private init(_ setting: SiteSetting) {
        self.init(
            setting.info,
            tell: { config in
                if let value = config.reach.options[setting.key] { return value.toml }
                guard case .value(let value) = setting.standard else { return nil }
                return value.toml
            }
        ) { _, _ in }
    }
}
