package import Files

/// The user's choices in `config.toml`; what is not there has its default.
package struct Config: Hashable, Sendable {
    /// Which keys the interface starts from.
    package enum Preset: String, CaseIterable, Sendable {
        case ferry
        /// Letters start a quick search, as in Total Commander.
        case commander
    }

    /// How a terminal shows a notice of the desktop.
    package enum DoneNotice: String, CaseIterable, Sendable {
        case none
        /// OSC 9 with the text.
        case osc9
        /// OSC 777 with a title and the text.
        case osc777
    }

    package enum Sort: String, CaseIterable, Sendable {
        case name, `extension`, size, time
    }

    /// `theme`: a theme's name, or a file's path where it has a slash. Default "dark".
    package var theme = BuiltInTheme.name
    /// `preset`. Default "ferry".
    package var preset = Preset.ferry
    /// `ascii`: plain ASCII instead of lines and arrows. Default false.
    package var isASCII = false
    /// `mouse`: clicks and the wheel go to Ferry instead of to the terminal. Default true.
    package var hasMouse = true
    /// `show_hidden`: names that start with a dot are shown. Default false.
    package var showsHidden = false
    /// `sort`. Default "name".
    package var sort = Sort.name
    /// `sort_reverse`. Default false.
    package var isReversed = false
    /// `directories_first`. Default true.
    package var directoriesFirst = true
    /// `natural_sort`: `a2` comes before `a10`. Default true.
    package var isNatural = true
    /// `connections`: of transfers to one site at the same time, 1…16. Default: as many as are of use
    /// and are let in.
    package var connections: Int?
    /// `timeout`: seconds without an answer until a connection counts as dead, 1…3600. Default 30.
    package var timeout = 30
    /// `limit_rate`: bytes a second for all transfers together ("2M"). Default: no limit.
    package var limitRate: UInt64?
    /// `limit_times`: others by the time of the day (["08:00-18:00 500K"]); the first that fits goes
    /// before `limit_rate`, and 0 is no limit. Default: none.
    package var limitTimes = LimitTimes()
    /// `on_done`: a command line that is run once no transfer goes on any more. Default: none.
    package var onDone: String?
    /// `done_notice`: by which sequence the screen's terminal is told then. Default "none".
    package var doneNotice = DoneNotice.none
    /// `proxy`, and the general ones of protocols' settings (`active`, …): for sites that say nothing
    /// of their own.
    package var reach = ReachSettings()
    /// `editor`: a command line. Default: VISUAL, else EDITOR, else vi.
    package var editor: String?

    private static let keys = [
        "theme", "preset", "ascii", "mouse", "show_hidden", "sort", "sort_reverse",
        "directories_first", "natural_sort", "connections", "timeout", "limit_rate",
        "limit_times", "on_done", "done_notice", "editor",
        ReachSettings.proxyKey,
    ]

    package init() {}

    /// Reads a configuration's text; `file` is for messages, `settings` are those of the protocols.
    package init(
        _ text: String, file: String, settings: [SiteSetting]
    ) throws(SettingsError) {
        let section = try SettingsDocument(text, file: file).section
        let general = settings.filter(\.isGeneral)
        try section.refuseKeys(otherThan: Config.keys + general.map(\.key))
        theme = try section.string("theme") ?? theme
        preset = try section.choice("preset", of: Preset.self) ?? preset
        isASCII = try section.boolean("ascii") ?? isASCII
        hasMouse = try section.boolean("mouse") ?? hasMouse
        showsHidden = try section.boolean("show_hidden") ?? showsHidden
        sort = try section.choice("sort", of: Sort.self) ?? sort
        isReversed = try section.boolean("sort_reverse") ?? isReversed
        directoriesFirst = try section.boolean("directories_first") ?? directoriesFirst
        isNatural = try section.boolean("natural_sort") ?? isNatural
        connections = try section.integer("connections", in: 1...16)
        timeout = try section.integer("timeout", in: 1...3_600) ?? timeout
        limitRate = try Config.rate(in: section)
        limitTimes = try Config.limitTimes(in: section)
        onDone = try Config.command("on_done", in: section)
        doneNotice = try section.choice("done_notice", of: DoneNotice.self) ?? doneNotice
        reach = try ReachSettings(section, general)
        editor = try Config.command("editor", in: section)
    }

    /// Reads `config.toml`. A file that the user named (`isNamed`) must be there; the usual one
    /// need not be.
    package static func load(
        _ path: String, isNamed: Bool, settings: [SiteSetting]
    ) throws(SettingsError) -> Config {
        guard let text = try TextFile.read(path) else {
            if isNamed { throw SettingsError(file: path, "The file does not exist.") }
            return Config()
        }
        return try Config(text, file: path, settings: settings)
    }

    private static func rate(in section: SettingsSection) throws(SettingsError) -> UInt64? {
        let rate: UInt64?
        switch section.values["limit_rate"] {
        case nil: return nil
        case .integer(let number): rate = UInt64(exactly: number)
        case .string(let text): rate = ByteRate.parse(text)
        default: rate = nil
        }
        guard let rate else {
            throw section.error(
                "limit_rate",
                "'limit_rate' must be in bytes per second, such as \"500K\" or \"2M\"; 0 means no "
                    + "limit.")
        }
        return rate == 0 ? nil : rate
    }

    private static func limitTimes(
        in section: SettingsSection
    ) throws(SettingsError) -> LimitTimes {
        guard let value = section.values["limit_times"] else { return LimitTimes() }
        let wrong = section.error(
            "limit_times",
            "'limit_times' must be a list of times and rates, such as [\"08:00-18:00 500K\"].")
        guard case .array(let elements) = value else { throw wrong }
        var lines: [String] = []
        for element in elements {
            guard case .string(let line) = element else { throw wrong }
            lines.append(line)
        }
        guard let times = LimitTimes(lines) else { throw wrong }
        return times
    }

    private static func command(
        _ key: String, in section: SettingsSection
    ) throws(SettingsError) -> String? {
        guard let text = try section.string(key) else { return nil }
        guard text.contains(where: { $0 != " " }) else {
            throw section.error(key, "'\(key)' must be a command, but it is empty.")
        }
        return text
    }
}
