import ArgumentParser
import Engine
import Files
import Glibc
import Settings
import UI

struct Configuration: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show your settings, explain all settings, or check your settings files.",
        subcommands: [ConfigurationList.self, ConfigurationCheck.self],
        defaultSubcommand: ConfigurationList.self)
}

struct ConfigurationList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show where your settings are, and which values are not the defaults.")

    @Flag(help: "Print a config.toml with every setting, its meaning and its default.")
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
        abstract: "Check config.toml, sites.toml, keymap.toml and your themes.",
        discussion: """
            Each mistake is printed to stderr with its file and line, and the exit code is 1. \
            Without mistakes, each file that was read is printed, and the exit code is 0.
            """)

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
            try output.append(line: "\(VisibleText.make(path)): no mistakes")
        }
        try output.flush()
        guard check.flaws.isEmpty else { throw Failure(check.flaws.map(\.description)) }
        if check.files.isEmpty {
            StandardError.say(
                "\(Failure.prefix)There are no settings files in "
                    + "\(VisibleText.make(paths.configuration)); all settings have their defaults.")
        }
    }
}

/// Which file has the settings.
struct ConfigurationFile: ParsableArguments {
    @Option(help: ArgumentHelp("Use these settings instead of config.toml.", valueName: "FILE"))
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
            ("settings", read.path), ("sites", paths.sitesFile), ("keys", paths.keymapFile),
            ("themes", "\(paths.configuration)/themes"), ("queue", paths.database),
            ("known servers", paths.trustFile), ("recent places", paths.recentFile),
            ("last choices", paths.choicesFile), (".netrc", paths.netrc),
        ]
        return places.map { name, path in
            let isMissing = access(path, F_OK) != 0
            let padding = String(repeating: " ", count: max(0, 15 - name.count))
            return "# \(name):\(padding)\(VisibleText.make(path))\(isMissing ? " (not there)" : "")"
        }
    }

    /// What is not as it would be without the file.
    static func changes(_ read: ConfigFile) -> [String] {
        let changed = ConfigSetting.all(FileSystemMakers.settings).filter {
            $0.isChanged(in: read.config)
        }
        guard !changed.isEmpty else { return ["# All settings have their defaults."] }
        return changed.compactMap { setting in
            guard let value = setting.value(in: read.config) else { return nil }
            let line = read.line(of: setting.info.key).map { ", line \($0)" } ?? ""
            let place = VisibleText.make(read.path) + line
            return "\(setting.info.key) = \(VisibleText.make(value))  # \(place)"
        }
    }
}
