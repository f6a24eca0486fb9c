import TOMLKit
package import Words

/// Which language a process speaks, by `language` in `config.toml`, or else by its locale.
///
/// Nothing here says anything: what is said first decides the language.
package struct LanguageChoice: Sendable {
    /// The languages to try, the best first; empty for English.
    package let wanted: [String]
    /// What was found: its name and texts; nil for English.
    package let found: (name: String, catalogue: Catalogue)?

    /// - Parameters:
    ///   - paths: Where the settings and the languages are.
    ///   - variables: The value of a variable of the environment; nil where it is not set.
    package init(paths: SettingsPaths, variables: (String) -> String?) {
        wanted = Language.wanted(
            setting: LanguageChoice.setting(in: paths.configFile), variables: variables)
        // A file that is not right is named by the check of the settings.
        found = wanted.isEmpty ? nil : (try? paths.languages.load(wanted)) ?? nil
    }

    /// nil where it is not set; what is wrong with the file, its own reader says.
    private static func setting(in file: String) -> String? {
        guard let text = try? TextFile.read(file), text.contains("language"),
            // What the parser does not survive.
            !text.utf8.contains(0), KeyLines(text).fault == nil
        else { return nil }
        return (try? TOMLTable(string: text))?["language"]?.string
    }
}
