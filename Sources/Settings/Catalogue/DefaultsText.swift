package import Files

/// A `config.toml` with every key, explained and as a comment: the file says nothing until somebody takes
/// the sign away from a line.
package enum DefaultsText {
    private static let columns = 80

    /// Read back, it is the defaults, and so it is with the sign taken away from each key that has one.
    package static func make(_ settings: [SiteSetting], path: String) -> String {
        var lines = [
            "# The settings of Ferry, for \(VisibleText.make(path)).",
            "# To change one, take away the # before its key. The keys have their default values,",
            "# or an example where none is set.",
        ]
        var group: SettingGroup?
        for info in ConfigSetting.all(settings).map(\.info) {
            if info.group != group {
                lines += ["", "", "# \(info.group.title)"]
                group = info.group
            }
            lines.append("")
            lines += wrapped(info.summary)
            lines += wrapped("Values: \(info.allowed).")
            switch info.standard {
            case .value: break
            case .unset(let words, _): lines += wrapped("Default: \(words). Example:")
            case .required: lines += wrapped("Example:")
            }
            lines.append("#\(info.key) = \(info.exampleText)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func wrapped(_ text: String) -> [String] {
        var lines: [String] = []
        var line = "#"
        for word in text.split(separator: " ") {
            if line.count + 1 + word.count > columns {
                lines.append(line)
                line = "#"
            }
            line += " \(word)"
        }
        return lines + [line]
    }
}
