import Files
import Glibc
import Terminal
import Words

/// Where themes are found: the user's directory, the installed one, and the built-in theme.
package struct ThemeLibrary: Sendable {
    /// In the order in which they are searched.
    package let directories: [String]

    package init(directories: [String]) {
        self.directories = directories
    }

    /// Loads a theme by its name (`dark`), or by its file's path where the text has a slash.
    package func load(_ name: String) throws(SettingsError) -> Theme {
        if name == BuiltInTheme.name, try isBuiltIn() { return .standard }
        var files: [ThemeFile] = []
        var place = 0
        var wanted: String? = name
        while let name = wanted {
            let (file, index) = try find(name, from: place, for: files.last)
            files.append(file)
            wanted = file.inherits
            // A theme may refine the one of the same name in a later directory.
            place = file.inherits == name ? index + 1 : 0
            if let parent = wanted, parent != name, files.count > 16 || isCycle(files, parent) {
                throw file.document.error(
                    at: ["inherits"],
                    tr("The theme inherits from itself through '\(VisibleText.make(parent))'."))
            }
        }
        return try ThemeLibrary.resolve(files)
    }

    /// Whether the built-in theme's name leads to its own text, which every start would read anew.
    private func isBuiltIn() throws(SettingsError) -> Bool {
        for directory in directories {
            let path = "\(directory)/\(BuiltInTheme.name).toml"
            if let text = try TextFile.read(path) { return text == BuiltInTheme.text }
        }
        return true
    }

    /// Names of all themes that can be loaded, sorted.
    package var names: [String] {
        var names = [BuiltInTheme.name]
        for directory in directories {
            guard let found = try? ThemeLibrary.names(in: directory) else { continue }
            names += found.filter { !names.contains($0) }
        }
        return names.sorted()
    }

    /// Names of the themes in a directory, sorted; none where there is no such directory.
    ///
    /// - Parameter ending: What the names of their files end in.
    static func names(
        in directory: String, ending: String = ".toml"
    ) throws(SettingsError) -> [String] {
        guard let stream = opendir(directory) else {
            if errno == ENOENT { return [] }
            throw SettingsError(
                file: directory, tr("The directory cannot be read (\(TextFile.systemWords()))."))
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(ending), name.count > ending.count, name.first != "." {
                names.append(String(name.dropLast(ending.count)))
            }
        }
        return names.sorted()
    }

    /// Everything that is wrong with the text of the theme of that name; where that can be read, the
    /// first thing that is wrong with what it inherits.
    func flaws(of name: String, text: String, file: String) -> [SettingsError] {
        var flaws: [SettingsError] = []
        do throws(SettingsError) {
            _ = try ThemeFile(text, name: name, file: file, flaws: &flaws)
            if flaws.isEmpty { _ = try load(name) }
        } catch {
            flaws.append(error)
        }
        return SettingsError.sorted(flaws)
    }

    private func isCycle(_ files: [ThemeFile], _ parent: String) -> Bool {
        files.contains { file in
            let base = file.document.file.split(separator: "/").last ?? ""
            return base == "\(parent).toml" || file.document.file == parent
        }
    }

    private func find(
        _ name: String, from place: Int, for child: ThemeFile?
    ) throws(SettingsError) -> (ThemeFile, Int) {
        func refusal(_ message: String) -> SettingsError {
            child?.document.error(at: ["inherits"], message)
                ?? SettingsError(file: name, message)
        }
        if name.contains("/") {
            guard let text = try TextFile.read(name) else {
                throw refusal(tr("There is no theme file '\(VisibleText.make(name))'."))
            }
            let base = name.split(separator: "/").last.map(String.init) ?? name
            return (try ThemeFile(text, name: base, file: name), directories.count)
        }
        for index in directories.indices where index >= place {
            let path = "\(directories[index])/\(name).toml"
            if let text = try TextFile.read(path) {
                return (try ThemeFile(text, name: name, file: path), index)
            }
        }
        if name == BuiltInTheme.name, place <= directories.count {
            let file = try ThemeFile(BuiltInTheme.text, name: name, file: tr("the built-in theme"))
            return (file, directories.count)
        }
        throw refusal(Spelling.unknown(.theme, name, known: names.filter { $0 != name }))
    }

    /// The first file is the theme itself, each next one what it inherits.
    private static func resolve(_ files: [ThemeFile]) throws(SettingsError) -> Theme {
        var palette: [String: Colour] = [:]
        for file in files.reversed() { palette.merge(file.palette) { $1 } }

        func colour(
            _ name: ThemeFile.ColourName, _ file: ThemeFile
        ) throws(SettingsError) -> Colour {
            if let colour = palette[name.text] ?? Colour(parsing: name.text) { return colour }
            let known = palette.keys.sorted() + Colour.names.map(\.0)
            throw file.document.error(
                at: name.path, Spelling.unknown(.colour, name.text, known: known))
        }

        var styles = RoleTable<Style>()
        // A role's fallback stands before it in the list of all roles.
        for role in Role.allCases {
            var style = Style.unlessSaid(role) ?? role.fallback.flatMap { styles[$0] } ?? Style()
            for file in files.reversed() {
                guard let change = file.changes[role] else { continue }
                if let name = change.foreground { style.foreground = try colour(name, file) }
                if let name = change.background { style.background = try colour(name, file) }
                for (attribute, isSet) in change.attributes {
                    if isSet {
                        style.attributes.insert(attribute)
                    } else {
                        style.attributes.remove(attribute)
                    }
                }
            }
            styles[role] = style
        }
        return Theme(name: files[0].name, styles: styles)
    }
}
