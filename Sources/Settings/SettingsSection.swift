import Files
import Words

/// A table of a settings file, read key by key with the types that are wanted.
struct SettingsSection {
    let document: SettingsDocument
    let path: [String]
    let values: [String: SettingsDocument.Value]

    func error(_ key: String, _ message: String) -> SettingsError {
        document.error(at: path + [key], message)
    }

    private func wrongType(
        _ key: String, wants wanted: String, has value: SettingsDocument.Value
    ) -> SettingsError {
        error(key, tr("'\(VisibleText.make(key))' must be \(wanted), but is \(value.kind)."))
    }

    private func notTables(_ key: String, has value: SettingsDocument.Value) -> SettingsError {
        let name = VisibleText.make(key)
        return error(
            key, tr("'\(name)' must be written as [[\(key)]], but is \(value.kind)."))
    }

    func string(_ key: String) throws(SettingsError) -> String? {
        switch values[key] {
        case nil: return nil
        case .string(let text): return text
        case .some(let value): throw wrongType(key, wants: tr("text in quotes"), has: value)
        }
    }

    func boolean(_ key: String) throws(SettingsError) -> Bool? {
        switch values[key] {
        case nil: return nil
        case .boolean(let boolean): return boolean
        case .some(let value): throw wrongType(key, wants: tr("true or false"), has: value)
        }
    }

    func integer(_ key: String, in range: ClosedRange<Int>) throws(SettingsError) -> Int? {
        switch values[key] {
        case nil: return nil
        case .integer(let number):
            guard range.contains(number) else {
                let wanted = SettingKind.integer(range).words
                throw error(key, tr("'\(key)' must be \(wanted), but is \(number)."))
            }
            return number
        case .some(let value):
            throw wrongType(key, wants: SettingKind.integer(range).words, has: value)
        }
    }

    /// One of a few words.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, of type: Choice.Type
    ) throws(SettingsError) -> Choice? where Choice.RawValue == String {
        guard let text = try string(key) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        let words = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        throw error(
            key, tr("'\(key)' must be one of \(words), but is \"\(VisibleText.make(text))\"."))
    }

    func section(_ key: String) throws(SettingsError) -> SettingsSection? {
        switch values[key] {
        case nil: return nil
        case .table(let values):
            return SettingsSection(document: document, path: path + [key], values: values)
        case .some(let value): throw wrongType(key, wants: tr("a table"), has: value)
        }
    }

    /// The tables of `[[key]]`, in order.
    func sections(_ key: String) throws(SettingsError) -> [SettingsSection] {
        guard let value = values[key] else { return [] }
        guard case .array(let elements) = value else {
            throw notTables(key, has: value)
        }
        var sections: [SettingsSection] = []
        for (index, element) in elements.enumerated() {
            guard case .table(let values) = element else {
                throw notTables(key, has: element)
            }
            sections.append(
                SettingsSection(
                    document: document, path: path + [key, String(index)], values: values))
        }
        return sections
    }

    /// Keys in the order of the file.
    var keys: [String] {
        values.keys.map { (line: document.line(of: path + [$0]) ?? 0, key: $0) }
            .sorted { $0 < $1 }.map(\.key)
    }

    /// Refuses the first key that is none of these.
    func refuseKeys(otherThan known: [String]) throws(SettingsError) {
        guard values.keys.contains(where: { !known.contains($0) }) else { return }
        if let first = unknownKeys(otherThan: known).first { throw first }
    }

    /// What is wrong with each key that is none of these.
    func unknownKeys(otherThan known: [String]) -> [SettingsError] {
        keys.filter { !known.contains($0) }.map { key in
            error(key, Spelling.unknown(.setting, key, known: known))
        }
    }
}
