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
                let bytes = try TextFile.bytes(of: path, limit: Catalogue.mostBytes)
                guard let bytes else { continue }
                return (name, try LanguageLibrary.catalogue(bytes, file: path))
            }
        }
        return nil
    }

    /// What a file has.
    ///
    /// - Throws: `SettingsError` where it is no catalogue.
    static func catalogue(_ bytes: [UInt8], file: String) throws(SettingsError) -> Catalogue {
        do throws(CatalogueError) {
            return try Catalogue(bytes)
        } catch {
            throw SettingsError(file: file, line: error.line, error.message)
        }
    }

    /// Names of all languages that can be chosen, sorted: `en`, and those that there is a file of.
    package var names: [String] {
        var names = ["en"]
        for directory in directories {
            let found = try? LanguageLibrary.names(in: directory)
            names += (found ?? []).filter { !names.contains($0) }
        }
        return names.sorted()
    }

    /// Names of the languages that have a file in one directory, sorted; none where it is not there.
    static func names(in directory: String) throws(SettingsError) -> [String] {
        try ThemeLibrary.names(in: directory, ending: ending).filter(Language.isName)
    }
}
