/// A catalogue as its file has it: comments, texts and translations in their order.
struct PortableCatalogue: Equatable {
    struct Entry: Equatable {
        let text: CatalogueText
        /// One, or one for each plural form; empty where a translation is missing.
        var translations: [String]
        /// Files that have it, and what is put in, for translators.
        var comments: [String] = []
    }

    /// Lines of comments at the top.
    var comments: [String] = []
    /// Lines of `Name: value`.
    var header = ""
    var entries: [Entry] = []

    /// Reads what `text` writes, and other files of that kind where each string is on lines of its own.
    init(_ file: String) {
        var fields: [String: String] = [:]
        var field = ""
        var notes: [String] = []
        func unquoted(_ quoted: Substring) -> String {
            var result = ""
            var isEscaped = false
            for character in quoted.dropFirst().dropLast() {
                if isEscaped {
                    result.append(character == "n" ? "\n" : character == "t" ? "\t" : character)
                    isEscaped = false
                } else if character == "\\" {
                    isEscaped = true
                } else {
                    result.append(character)
                }
            }
            return result
        }
        func finish() {
            guard let name = fields["msgid"] else { return }
            let forms = fields.keys.filter { $0.hasPrefix("msgstr") }.sorted()
                .compactMap { fields[$0] }
            if name.isEmpty {
                header = forms.first ?? ""
                comments = notes
            } else {
                entries.append(
                    Entry(
                        text: CatalogueText(
                            meaning: fields["msgctxt"], name: name,
                            plural: fields["msgid_plural"]),
                        translations: forms, comments: notes))
            }
            fields = [:]
            notes = []
        }
        for line in file.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("#") {
                finish()
                notes.append(String(line))
            } else if line.hasPrefix("\"") {
                fields[field, default: ""] += unquoted(line)
            } else if let space = line.firstIndex(of: " ") {
                let keyword = String(line[..<space])
                if keyword == "msgctxt" || (keyword == "msgid" && fields["msgid"] != nil) {
                    finish()
                }
                field = keyword
                fields[field] = unquoted(line[line.index(after: space)...])
            }
        }
        finish()
    }

    /// How many plural forms its language has.
    var formCount: Int {
        header.firstMatch(of: /nplurals *= *(\d)/).flatMap { Int($0.1) } ?? 2
    }

    /// The file.
    var text: String {
        func quoted(_ text: String) -> String {
            let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return "\"" + escaped.replacing("\n", with: "\\n").replacing("\t", with: "\\t") + "\""
        }
        var lines = comments + ["msgid \"\"", "msgstr \"\""]
        lines += header.split(separator: "\n").map { quoted("\($0)\n") }
        for entry in entries {
            lines += [""] + entry.comments
            if let meaning = entry.text.meaning { lines.append("msgctxt \(quoted(meaning))") }
            lines.append("msgid \(quoted(entry.text.name))")
            if let plural = entry.text.plural {
                lines.append("msgid_plural \(quoted(plural))")
                lines += entry.translations.enumerated().map { number, form in
                    "msgstr[\(number)] \(quoted(form))"
                }
            } else {
                lines.append("msgstr \(quoted(entry.translations.first ?? ""))")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The same language with exactly those texts: translations are kept, new ones are empty.
    func with(_ places: [CatalogueText.Place]) -> PortableCatalogue {
        var known: [CatalogueText: [String]] = [:]
        for entry in entries { known[entry.text] = entry.translations }
        var order: [CatalogueText: Int] = [:]
        var result = self
        result.entries = []
        for place in places {
            if let index = order[place.text] {
                let comment = "#: \(place.file)"
                if !result.entries[index].comments.contains(comment) {
                    result.entries[index].comments.append(comment)
                }
                continue
            }
            order[place.text] = result.entries.count
            let empty = Array(repeating: "", count: place.text.plural == nil ? 1 : formCount)
            let values = place.values.enumerated().map { number, value in
                let line = value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                return "#. {\(number + 1)}: \(line.prefix(60))"
            }
            result.entries.append(
                Entry(
                    text: place.text, translations: known[place.text] ?? empty,
                    comments: values + ["#: \(place.file)"]))
        }
        return result
    }
}
