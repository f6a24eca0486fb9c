package import Files

// Changes of single settings, which leave everything else in the file as it is.
extension Config {
    /// Writes `theme = "…"` into `config.toml`, whose comments and other settings stay; the file is made
    /// where there is none. Throws where it cannot be read or written.
    package static func setTheme(
        _ name: String, in path: String, settings: [SiteSetting]
    ) throws(SettingsError) {
        TextFile.makeDirectories(above: path)
        try ChangeLock.hold(path) { () throws(SettingsError) in
            let text = try TextFile.read(path) ?? ""
            let changed = try Config.text(text, theme: name, file: path)
            // What would not be read back is not written.
            _ = try Config(changed, file: path, settings: settings)
            if changed != text { try TextFile.write(changed, to: path) }
        }
    }

    private static func text(
        _ text: String, theme: String, file: String
    ) throws(SettingsError) -> String {
        let line = "theme = \(SitesFile.quoted(theme))"
        let document = try SettingsDocument(text, file: file)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if document.section.values["theme"] != nil, let number = document.line(of: ["theme"]),
            lines.indices.contains(number - 1)
        {
            lines[number - 1] = line + remark(of: lines[number - 1])
            return lines.joined(separator: "\n")
        }
        // Before the first table: behind its head it would be one of that table's keys.
        let head = lines.firstIndex { $0.drop(while: \.isWhitespace).hasPrefix("[") }
        guard let head else {
            let gap = text.isEmpty || text.hasSuffix("\n") ? "" : "\n"
            return text + gap + line + "\n"
        }
        lines.insert(contentsOf: [line, ""], at: head)
        return lines.joined(separator: "\n")
    }

    /// The comment behind a line's value, with the blanks before it; empty where there is none.
    private static func remark(of line: String) -> Substring {
        var quote: Character?
        var isEscaped = false
        var end = line.startIndex
        for index in line.indices {
            let character = line[index]
            if let open = quote {
                if isEscaped {
                    isEscaped = false
                } else if character == "\\", open == "\"" {
                    isEscaped = true
                } else if character == open {
                    quote = nil
                }
                end = line.index(after: index)
            } else if character == "#" {
                return line[end...]
            } else if character == "\"" || character == "'" {
                quote = character
            } else if !character.isWhitespace {
                end = line.index(after: index)
            }
        }
        return ""
    }
}
