import ArgumentParser
import Engine
import Files
import Glibc
import Settings
import UI
import Words

struct Configuration: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: tr("Show your settings, explain all settings, or check your settings files."),
        subcommands: [ConfigurationList.self, ConfigurationCheck.self],
        defaultSubcommand: ConfigurationList.self)
}

struct ConfigurationList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: tr("Show where your settings are, and which values are not the defaults."))

    @Flag(
        help: ArgumentHelp(
            tr("Print a config.toml with every setting, its meaning and its default.")))
    var defaults = false

    @OptionGroup var file: ConfigurationFile

    func run() throws {
        let paths = SettingsPaths()
        let path = file.config ?? paths.configFile
        if defaults {
            try print(
                DefaultsText.make(FileSystemMakers.settings, path: path)
                    .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                    .map(String.init))
            return
        }
        let read: ConfigFile
        do throws(SettingsError) {
            read = try ConfigFile.load(
                path, isNamed: file.config != nil, settings: FileSystemMakers.settings)
        } catch {
            throw Failure.usage(error.description)
        }
        try print(ConfigurationText.places(paths, read) + [""] + ConfigurationText.changes(read))
    }

    private func print(_ lines: [String]) throws(OutputFailure) {
        var output = Output.standard
        for line in lines { try output.append(line: line) }
        try output.flush()
    }
}

struct ConfigurationCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: tr(
            "Check config.toml, sites.toml, keymap.toml, your themes and your translations."),
        discussion: tr(
            """
            Each mistake is printed to stderr with its file and line, and the exit code is 1. \
            Without mistakes, each file that was read is printed, and the exit code is 0.
            """))

    @OptionGroup var file: ConfigurationFile

    func run() throws {
        let paths = SettingsPaths()
        let check = SettingsCheck(
            paths, configFile: file.config ?? paths.configFile, isNamed: file.config != nil,
            settings: FileSystemMakers.settings,
            keymapFlaws: { Keymap.flaws(of: $0, over: $1 == .commander ? .commander : .ferry) })
        let wrong = Set(check.flaws.map(\.file))
        var output = Output.standard
        for path in check.files where !wrong.contains(path) {
            try output.append(line: tr("\(VisibleText.make(path)): no mistakes"))
        }
        try output.flush()
        guard check.flaws.isEmpty else { throw Failure(check.flaws.map(\.description)) }
        if check.files.isEmpty {
            StandardError.say(
                Failure.prefix
                    + tr(
                        "There are no settings files in "
                            + "\(VisibleText.make(paths.configuration)); all settings have their defaults."
                    ))
        }
    }
}

/// Which file has the settings.
struct ConfigurationFile: ParsableArguments {
    @Option(help: ArgumentHelp(tr("Use these settings instead of config.toml."), valueName: "FILE"))
    var config: String?

    func validate() throws {
        try ArgumentText.requireText(config, of: "--config")
    }
}

/// The lines that tell the settings, which are TOML.
enum ConfigurationText {
    /// Where all that is read and kept lies.
    static func places(_ paths: SettingsPaths, _ read: ConfigFile) -> [String] {
        let places = [
            (tr("settings"), read.path), (tr("sites"), paths.sitesFile),
            (tr("keys"), paths.keymapFile), (tr("themes"), "\(paths.configuration)/themes"),
            (tr("languages"), "\(paths.configuration)/languages"),
            (tr("queue"), paths.database), (tr("known servers"), paths.trustFile),
            (tr("recent places"), paths.recentFile), (tr("last choices"), paths.choicesFile),
            (".netrc", paths.netrc),
        ]
        let column = ColumnText.column(places.map { "\($0.0):" }, atLeast: 16)
        return places.map { name, path in
            let shown = VisibleText.make(path)
            let isMissing = access(path, F_OK) != 0
            let place = isMissing ? tr("\(shown) (not there)") : shown
            return "# \(ColumnText.left("\(name):", column))\(place)"
        }
    }

    /// What is not as it would be without the file.
    static func changes(_ read: ConfigFile) -> [String] {
        let changed = ConfigSetting.all(FileSystemMakers.settings).filter {
            $0.isChanged(in: read.config)
        }
        guard !changed.isEmpty else { return ["# " + tr("All settings have their defaults.")] }
        return changed.compactMap { setting in
            guard let value = setting.value(in: read.config) else { return nil }
            let path = VisibleText.make(read.path)
            let place = read.line(of: setting.info.key).map { tr("\(path), line \($0)") } ?? path
            return "\(setting.info.key) = \(VisibleText.make(value))  # \(place)"
        }
    }
}
