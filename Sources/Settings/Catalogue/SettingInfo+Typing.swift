package import Files

// What is typed into a field, and what stands in a file.
extension SettingInfo {
    /// A value as TOML has it, from what was typed; nil for nothing, which leaves the key out. Whether
    /// the setting can be that is for its reader to say.
    package func toml(typed: String) -> String? {
        let text = String(typed.trimmedBlanks)
        guard !text.isEmpty else { return nil }
        switch kind {
        case .boolean:
            return ["true", "false"].contains(text) ? text : SitesFile.quoted(text)
        case .integer:
            return Int(text).map(String.init) ?? SitesFile.quoted(text)
        case .choice, .rate, .text, .command:
            return SitesFile.quoted(text)
        case .list:
            let parts = text.split(separator: ",").map {
                SitesFile.quoted(String($0.trimmedBlanks))
            }
            return "[\(parts.joined(separator: ", "))]"
        }
    }

    /// What a field begins with for a value in TOML, which `toml(typed:)` makes that value of again.
    package func typed(_ toml: String) -> String {
        guard let value = try? SettingsDocument("v = \(toml)", file: "").root["v"] else {
            return toml
        }
        switch value {
        case .string(let text): return text
        case .array(let elements):
            return elements.compactMap { element in
                if case .string(let text) = element { return text }
                return nil
            }.joined(separator: ", ")
        default: return toml
        }
    }
}

extension StringProtocol {
    /// Without blanks around it.
    fileprivate var trimmedBlanks: SubSequence {
        let start = drop { $0 == " " || $0 == "\t" }
        guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else {
            return start.prefix(0)
        }
        return start[...last]
    }
}

extension ConfigSetting {
    /// Why the value, in TOML, cannot be this setting's: a sentence; nil where it can.
    package func refusal(of value: String, _ settings: [SiteSetting]) -> String? {
        do throws(SettingsError) {
            _ = try Config("\(info.key) = \(value)", file: "", settings: settings)
            return nil
        } catch {
            return error.message
        }
    }
}

extension NamedSite {
    /// Why the value, in TOML, cannot stand under a key of this site: a sentence; nil where it can. A nil
    /// value takes the key out.
    package func refusal(
        of value: String?, for key: String, _ settings: [SiteSetting]
    ) -> String? {
        let lines = SitesFile.block(self, settings).split(separator: "\n").filter {
            !$0.hasPrefix("\(key) = ")
        }
        let changed = lines.map(String.init) + (value.map { ["\(key) = \($0)"] } ?? [])
        do throws(SettingsError) {
            _ = try SitesFile(changed.joined(separator: "\n"), file: "", settings: settings)
            return nil
        } catch {
            return error.message
        }
    }
}
