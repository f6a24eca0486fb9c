import Files
import Words

/// Why a settings file was refused: one plain sentence with the file and, where there is one, the
/// line.
package struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    package var file: String
    /// From 1; nil where the whole file is meant.
    package var line: Int?
    /// What is wrong and what would be right; sanitised.
    package var message: String

    package init(file: String, line: Int? = nil, _ message: String) {
        self.file = file
        self.line = line
        self.message = message
    }

    /// By line, those of a line as they came.
    static func sorted(_ errors: [SettingsError]) -> [SettingsError] {
        errors.enumerated().sorted {
            ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset)
        }.map(\.element)
    }

    package var description: String {
        let file = VisibleText.make(file)
        guard let line else { return "\(file): \(message)" }
        return tr("\(file), line \(line): \(message)")
    }
}
