import Files
import TOMLKit
import Words

/// A TOML file as values, each of which can be asked for its line.
struct SettingsDocument {
    /// A TOML value; kinds that no setting has are only named.
    indirect enum Value {
        case string(String)
        case integer(Int)
        case boolean(Bool)
        case array([Value])
        case table([String: Value])
        /// A number with a fraction.
        case decimal
        /// A date, a time of the day, or both.
        case moment

        /// As a sentence names it.
        var kind: String {
            switch self {
            case .string: tr("a text")
            case .integer: tr("a whole number")
            case .boolean: tr("true or false")
            case .array: tr("a list")
            case .table: tr("a table")
            case .decimal: tr("a decimal number")
            case .moment: tr("a date or time")
            }
        }
    }

    let file: String
    let root: [String: Value]
    private let lines: KeyLines

    /// `file` is for messages only.
    init(_ text: String, file: String) throws(SettingsError) {
        self.file = file
        // TOML forbids it, and the parser, being C, would take it for the end.
        if let zero = text.utf8.firstIndex(of: 0) {
            let line = 1 + text.utf8[..<zero].count { $0 == 0x0A }
            throw SettingsError(file: file, line: line, tr("The text contains a NUL byte."))
        }
        lines = KeyLines(text)
        if let fault = lines.fault {
            throw SettingsError(file: file, line: fault.line, fault.kind.sentence)
        }
        do {
            root = SettingsDocument.values(of: try TOMLTable(string: text))
        } catch let error as TOMLParseError {
            var reason = VisibleText.make(error.description)
            while reason.last == "." { reason.removeLast() }
            throw SettingsError(
                file: file, line: max(1, error.source.begin.line),
                tr("This is not valid TOML (\(reason))."))
        } catch {
            throw SettingsError(file: file, tr("The file is not valid TOML."))
        }
    }

    private static func values(of table: TOMLTable) -> [String: Value] {
        var result: [String: Value] = [:]
        for key in table.keys {
            if let value = table[key] { result[key] = self.value(of: value) }
        }
        return result
    }

    private static func value(of value: any TOMLValueConvertible) -> Value {
        switch value.type {
        case .string: return .string(value.string ?? "")
        case .int: return .integer(value.int ?? 0)
        case .bool: return .boolean(value.bool ?? false)
        case .double: return .decimal
        case .date, .time, .dateTime: return .moment
        case .table: return .table(value.table.map(values(of:)) ?? [:])
        case .array:
            var elements: [Value] = []
            if let array = value.array {
                for index in 0..<array.count { elements.append(self.value(of: array[index])) }
            }
            return .array(elements)
        }
    }

    /// The line on which this key, or the nearest one around it, stands.
    func line(of path: [String]) -> Int? {
        lines.line(of: path)
    }

    func error(at path: [String], _ message: String) -> SettingsError {
        SettingsError(file: file, line: line(of: path), message)
    }

    /// The file's top level.
    var section: SettingsSection {
        SettingsSection(document: self, path: [], values: root)
    }
}
