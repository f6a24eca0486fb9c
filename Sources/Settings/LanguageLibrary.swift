import Files
package import Words

/// Where languages are found: the user's directory, and what lies beside the program. Each is one file,
/// named after its locale: `zh_CN.po`.
package struct LanguageLibrary: Sendable {
    /// In the order in which they are searched.
    package let directories: [String]

    package init(directories: [String]) {
        self.directories = directories
    }

    static let ending = ".po"

    /// The first of the wanted languages that is there, by names such as `zh_CN`; nil where none is.
    ///
    /// - Throws: `SettingsError` where its file cannot be read, or is no catalogue.
    package func load(
        _ wanted: [String]
    ) throws(SettingsError) -> (name: String, catalogue: Catalogue)? {
        for name in wanted where Language.isName(name) {
            for directory in directories {
                let path = "\(directory)/\(name)\(LanguageLibrary.ending)"
                guard let text = try TextFile.read(path, limit: Catalogue.mostBytes) else {
                    continue
                }
                do throws(CatalogueError) {
                    return (name, try Catalogue(Array(text.utf8)))
                } catch {
                    throw SettingsError(file: path, error.message)
                }
            }
        }
        return nil
    }

    /// Names of all languages that can be chosen, sorted: `en`, and those that there is a file of.
    package var names: [String] {
        var names = ["en"]
        for directory in directories {
            let found = try? ThemeLibrary.names(in: directory, ending: LanguageLibrary.ending)
            names += (found ?? []).filter { Language.isName($0) && !names.contains($0) }
        }
        return names.sorted()
    }
}
