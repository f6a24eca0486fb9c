package import Files
import Words

/// All files of settings that there are, and everything that is wrong with them: each is looked at, even
/// where another one is wrong.
package struct SettingsCheck {
    /// Each file that is there, in the order in which they were read.
    package private(set) var files: [String] = []
    /// What is wrong.
    package private(set) var flaws: [SettingsError] = []

    /// Says what is wrong with keys over those of a preset.
    package typealias KeymapFlaws = (KeymapFile, Config.Preset) -> [SettingsError]

    /// Reads all files. `configFile` must be there if the user named it (`isNamed`).
    package init(
        _ paths: SettingsPaths, configFile: String, isNamed: Bool, settings: [SiteSetting],
        keymapFlaws: KeymapFlaws
    ) {
        var config = Config()
        var themeLine: Int?
        check(configFile, isNamed: isNamed) { text in
            if let read = try? Config(text, file: configFile, settings: settings) { config = read }
            themeLine = (try? SettingsDocument(text, file: configFile))?.line(of: ["theme"])
            return Config.flaws(of: text, file: configFile, settings: settings)
        }
        check(paths.sitesFile, limit: SitesFile.sizeLimit) { text in
            SitesFile.flaws(of: text, file: paths.sitesFile, settings: settings)
        }
        check(paths.keymapFile) { text in
            var flaws: [SettingsError] = []
            do throws(SettingsError) {
                let file = try KeymapFile(text, file: paths.keymapFile, flaws: &flaws)
                return SettingsError.sorted(flaws + keymapFlaws(file, config.preset))
            } catch {
                return [error]
            }
        }
        checkThemes(paths, chosen: config.theme, at: themeLine, in: configFile)
    }

    private mutating func check(
        _ path: String, isNamed: Bool = false, limit: Int = TextFile.limit,
        _ look: (String) -> [SettingsError]
    ) {
        do throws(SettingsError) {
            if let text = try TextFile.read(path, limit: limit) {
                files.append(path)
                flaws += look(text)
            } else if isNamed {
                flaws.append(SettingsError(file: path, tr("The file does not exist.")))
            }
        } catch {
            flaws.append(error)
        }
    }

    /// The user's own themes, and the one that is in use.
    private mutating func checkThemes(
        _ paths: SettingsPaths, chosen: String, at line: Int?, in configFile: String
    ) {
        let library = paths.themes
        let directory = "\(paths.configuration)/themes"
        var own: [String] = []
        do throws(SettingsError) {
            own = try ThemeLibrary.names(in: directory)
        } catch {
            flaws.append(error)
        }
        for name in own {
            let path = "\(directory)/\(name).toml"
            check(path) { library.flaws(of: name, text: $0, file: path) }
        }
        guard !own.contains(chosen), chosen != AutoTheme.name else { return }
        if chosen.contains("/") {
            check(chosen, isNamed: true) { library.flaws(of: chosen, text: $0, file: chosen) }
        } else if !library.names.contains(chosen) {
            flaws.append(
                SettingsError(
                    file: configFile, line: line,
                    Spelling.unknown(.theme, chosen, known: library.names)))
        }
    }
}
