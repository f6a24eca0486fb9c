package import Files
import Words

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

    /// What becomes of files of this machine that are deleted on the screen.
    package enum Deletion: String, CaseIterable, Sendable {
        case trash, delete
    }

    package enum Sort: String, CaseIterable, Sendable {
        case name, `extension`, size, time
    }

    /// `theme`: a theme's name, or a file's path where it has a slash; "auto" goes by the terminal's
    /// background. Default "auto".
    package var theme = AutoTheme.name
    /// `language`: a locale's name such as "zh_CN", or "en". Default: the locale's.
    package var language: String?
    /// `preset`. Default "ferry".
    package var preset = Preset.ferry
    /// `ascii`: plain ASCII instead of lines and arrows. Default false.
    package var isASCII = false
    /// `plain`: for a screen that is read out. Default false.
    package var isPlain = false
    /// Whether a shell's Tab may list directories on servers.
    package var completesOnServers = false
    /// `window_title`: the terminal's window is named after what is shown. Default true.
    package var hasTitle = true
    /// `restore`: the tabs of the last time are shown at the start. Default true.
    package var restores = true
    /// `hints`: somebody new is told of some keys, until they were used. Default true.
    package var showsHints = true
    /// `confirm_quit`: quitting asks where connections or a share would end. Default true.
    package var confirmsQuit = true
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
    /// `delete`: the first answer to the question that comes before files of this machine are deleted.
    /// Default "trash".
    package var deletion = Deletion.trash
    /// `share_mac_files`: what a share does with the files that macOS adds. Default "memory".
    package var macFiles = MacFilePolicy.memory
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
    /// `merge_command`: a command line with `{base}`, `{mine}` and `{theirs}`. Default: none.
    package var mergeCommand: String?
    /// `open_with`: programs by patterns of names (["*.pdf zathura {} &"]). Default: none.
    package var openWith = OpenWith()

    package init() {}

    /// Reads a configuration's text; `file` is for messages, `settings` are those of the protocols.
    package init(
        _ text: String, file: String, settings: [SiteSetting]
    ) throws(SettingsError) {
        let section = try SettingsDocument(text, file: file).section
        let general = settings.filter(\.isGeneral)
        try section.refuseKeys(
            otherThan: ConfigSetting.own.map(\.info.key) + general.map(\.key))
        for setting in ConfigSetting.own { try setting.read(section, into: &self) }
        reach.options = try section.options(general)
    }

    /// Everything that is wrong with a configuration's text, in the order of its lines.
    package static func flaws(
        of text: String, file: String, settings: [SiteSetting]
    ) -> [SettingsError] {
        let section: SettingsSection
        do throws(SettingsError) {
            section = try SettingsDocument(text, file: file).section
        } catch {
            return [error]
        }
        let general = settings.filter(\.isGeneral)
        var flaws = section.unknownKeys(
            otherThan: ConfigSetting.own.map(\.info.key) + general.map(\.key))
        var scratch = Config()
        for setting in ConfigSetting.own {
            do throws(SettingsError) {
                try setting.read(section, into: &scratch)
            } catch {
                flaws.append(error)
            }
        }
        for setting in general {
            do throws(SettingsError) {
                _ = try section.options([setting])
            } catch {
                flaws.append(error)
            }
        }
        return SettingsError.sorted(flaws)
    }

    /// Reads `config.toml`. A file that the user named (`isNamed`) must be there; the usual one
    /// need not be. `settings` are the protocols', which take time to make and only a file needs.
    package static func load(
        _ path: String, isNamed: Bool, settings: @autoclosure () -> [SiteSetting]
    ) throws(SettingsError) -> Config {
        guard let text = try TextFile.read(path) else {
            if isNamed { throw SettingsError(file: path, tr("The file does not exist.")) }
            return Config()
        }
        return try Config(text, file: path, settings: settings())
    }
}
