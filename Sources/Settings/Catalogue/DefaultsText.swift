package import Files
import Terminal
import Words

/// A `config.toml` with every key, explained and as a comment: the file says nothing until somebody takes
/// the sign away from a line.
package enum DefaultsText {
    private static let columns = 80

    /// Read back, it is the defaults, and so it is with the sign taken away from each key that has one.
    package static func make(_ settings: [SiteSetting], path: String) -> String {
        var lines = [
            "# " + tr("The settings of Ferry, for \(VisibleText.make(path))."),
            "# " + tr("To change a setting, remove the # before its key."),
            "# " + tr("Each key shows its default value, or an example where it has none."),
        ]
        var group: SettingGroup?
        for info in ConfigSetting.all(settings).map(\.info) {
            if info.group != group {
                lines += ["", "", "# \(info.group.title)"]
                group = info.group
            }
            lines.append("")
            lines += wrapped(info.summary)
            lines += wrapped(tr("Values: \(info.allowed)."))
            switch info.standard {
            case .value: break
            case .unset(let words, _): lines += wrapped(tr("Default: \(words). Example:"))
            case .required: lines += wrapped(tr("Example:"))
            }
            lines.append("#\(info.key) = \(info.exampleText)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Lines of a comment, broken at blanks, and between characters where a language has none.
    private static func wrapped(_ text: String) -> [String] {
        var lines: [String] = []
        var line = "#"
        var width = 1
        for word in text.split(whereSeparator: { $0 == " " || $0.isNewline }) {
            for (place, part) in LineBreaks.parts(of: word).enumerated() {
                let blanks = place == 0 ? 1 : 0
                let partWidth = CharacterWidth.of(part)
                if width + blanks + partWidth > columns {
                    lines.append(line)
                    line = "# \(part)"
                    width = 2 + partWidth
                } else {
                    line += blanks == 1 ? " \(part)" : part
                    width += blanks + partWidth
                }
            }
        }
        return lines + [line]
    }
}
