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
        var languageLine: Int?
        check(configFile, isNamed: isNamed) { text in
            if let read = try? Config(text, file: configFile, settings: settings) { config = read }
            let document = try? SettingsDocument(text, file: configFile)
            themeLine = document?.line(of: ["theme"])
            languageLine = document?.line(of: ["language"])
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
        checkLanguages(paths, chosen: config.language, at: languageLine, in: configFile)
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

    /// The user's own languages, and whether there is the one that is set.
    private mutating func checkLanguages(
        _ paths: SettingsPaths, chosen: String?, at line: Int?, in configFile: String
    ) {
        let directory = "\(paths.configuration)/languages"
        do throws(SettingsError) {
            for name in try LanguageLibrary.names(in: directory) {
                let path = "\(directory)/\(name)\(LanguageLibrary.ending)"
                check(path, limit: Catalogue.mostBytes) { text in
                    do throws(SettingsError) {
                        _ = try LanguageLibrary.catalogue(Array(text.utf8), file: path)
                        return []
                    } catch {
                        return [error]
                    }
                }
            }
        } catch {
            flaws.append(error)
        }
        guard let chosen else { return }
        let known = paths.languages.names
        let wanted = Language.files(of: chosen)
        guard !wanted.contains(where: known.contains) else { return }
        flaws.append(
            SettingsError(
                file: configFile, line: line, Spelling.unknown(.language, chosen, known: known)))
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
