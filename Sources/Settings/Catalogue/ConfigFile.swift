package import Files
import Words

/// `config.toml` as it stands: what it says, and where.
package struct ConfigFile: Sendable {
    /// Where it is, or would be.
    package let path: String
    /// Whether it is there.
    package let isThere: Bool
    /// What it says.
    package let config: Config
    private let lines: [String: Int]

    /// No file at all: everything has its default.
    package static let none = ConfigFile(path: "", isThere: false, config: Config(), lines: [:])

    /// Reads it. A file that the user named (`isNamed`) must be there; the usual one need not be.
    package static func load(
        _ path: String, isNamed: Bool, settings: [SiteSetting]
    ) throws(SettingsError) -> ConfigFile {
        guard let text = try TextFile.read(path) else {
            if isNamed { throw SettingsError(file: path, tr("The file does not exist.")) }
            return ConfigFile(path: path, isThere: false, config: Config(), lines: [:])
        }
        let config = try Config(text, file: path, settings: settings)
        let document = try SettingsDocument(text, file: path)
        var lines: [String: Int] = [:]
        for key in document.root.keys { lines[key] = document.line(of: [key]) }
        return ConfigFile(path: path, isThere: true, config: config, lines: lines)
    }

    /// The line on which a key stands; nil where the file does not say it.
    package func line(of key: String) -> Int? { lines[key] }
}
