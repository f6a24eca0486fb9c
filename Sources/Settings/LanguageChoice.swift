import Glibc
import TOMLKit
package import Words

/// Which language a process speaks, by `language` in `config.toml`, or else by its locale.
///
/// Nothing here says anything: what is said first decides the language.
package struct LanguageChoice: Sendable {
    /// What came of it.
    package enum Outcome: Sendable {
        /// The sources' own, which was wanted or is all that the terminal can show.
        case english
        case found(name: String, Catalogue)
        /// There is no file of any that was wanted, the best first.
        case missing([String])
        /// The file of the one that was wanted is not right.
        case broken(SettingsError)
    }

    /// `language`; nil where it is not set, or the file cannot be read, which its own reader says.
    package let setting: String?
    package let outcome: Outcome

    /// - Parameters:
    ///   - paths: Where the settings and the languages are.
    ///   - configFile: What to read instead of the settings there; nil for those.
    ///   - variables: The value of a variable of the environment; nil where it is not set.
    package init(
        paths: SettingsPaths, configFile: String? = nil,
        variables: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
    ) {
        setting = LanguageChoice.setting(in: configFile ?? paths.configFile)
        let wanted = Language.wanted(setting: setting, variables: variables)
        guard !wanted.isEmpty else {
            outcome = .english
            return
        }
        do throws(SettingsError) {
            let found = try paths.languages.load(wanted)
            outcome = found.map { .found(name: $0.name, $0.catalogue) } ?? .missing(wanted)
        } catch {
            outcome = .broken(error)
        }
    }

    /// The texts to speak with; nil for English.
    package var catalogue: Catalogue? {
        if case .found(_, let catalogue) = outcome { catalogue } else { nil }
    }

    /// nil where it is not set; what is wrong with the file, its own reader says.
    private static func setting(in file: String) -> String? {
        var status = stat()
        // What is behind a pipe can be read just once, which its own reader does.
        guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let text = try? TextFile.text(of: file), text.contains("language"),
            // What the parser does not survive.
            !text.utf8.contains(0), KeyLines(text).fault == nil
        else { return nil }
        return (try? TOMLTable(string: text))?["language"]?.string
    }
}
