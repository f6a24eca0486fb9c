import Files
package import Terminal
import Words

/// The user's keys in `keymap.toml`: `"g g" = "go.top"` under `[keys]` holds everywhere, under
/// `[keys.pane]` in that context; `"none"` takes a key away.
package struct KeymapFile: Hashable, Sendable {
    /// What a sequence of keys does in one context.
    package struct Binding: Hashable, Sendable {
        package var context: String
        package var keys: [Key]
        /// Nil where the keys are to do nothing.
        package var action: String?
        /// Where the user wrote it; 0 for a default.
        package var line: Int

        package init(context: String, keys: [Key], action: String?, line: Int = 0) {
            self.context = context
            self.keys = keys
            self.action = action
            self.line = line
        }
    }

    /// The context of what stands directly under `[keys]`.
    package static let everywhere = "everywhere"

    package let file: String
    /// In the order of the file.
    package private(set) var bindings: [Binding] = []

    /// Reads a keymap's text; `file` is for messages.
    package init(_ text: String, file: String) throws(SettingsError) {
        var flaws: [SettingsError] = []
        try self.init(text, file: file, flaws: &flaws)
        if let first = flaws.first { throw first }
    }

    /// Takes the keys that can be read, and what is wrong with the others; throws where it is no keymap
    /// at all.
    package init(
        _ text: String, file: String, flaws: inout [SettingsError]
    ) throws(SettingsError) {
        self.file = file
        let root = try SettingsDocument(text, file: file).section
        flaws += root.unknownKeys(otherThan: ["keys"])
        guard let section = try root.section("keys") else { return }
        read(section, context: KeymapFile.everywhere, &flaws)
        bindings.sort { $0.line < $1.line }
    }

    /// Reads `keymap.toml`; nil where there is none.
    package static func load(_ path: String) throws(SettingsError) -> KeymapFile? {
        guard let text = try TextFile.read(path) else { return nil }
        return try KeymapFile(text, file: path)
    }

    private mutating func read(
        _ section: SettingsSection, context: String, _ flaws: inout [SettingsError]
    ) {
        for key in section.keys {
            do throws(SettingsError) {
                if case .table? = section.values[key], section.path.count == 1,
                    let inner = try section.section(key)
                {
                    read(inner, context: key, &flaws)
                    continue
                }
                guard let sequence = KeySequence(parsing: key) else {
                    throw section.error(
                        key,
                        tr(
                            "'\(VisibleText.make(key))' does not name a key; write for example "
                                + "\"g g\", \"ctrl-d\" or \"shift-f6\"."))
                }
                guard let action = try section.string(key) else { continue }
                bindings.append(
                    Binding(
                        context: context, keys: sequence.keys,
                        action: action == "none" ? nil : action,
                        line: section.document.line(of: section.path + [key]) ?? 0))
            } catch {
                flaws.append(error)
            }
        }
    }

    /// The defaults with this file's keys over them, these first. Refuses unknown contexts and
    /// actions, keys that are bound twice, and keys that hide longer ones or can never be reached.
    package func applied(
        to defaults: [Binding], actions: [String], contexts: [String]
    ) throws(SettingsError) -> [Binding] {
        var flaws: [SettingsError] = []
        let all = applied(to: defaults, actions: actions, contexts: contexts, flaws: &flaws)
        if let first = flaws.first { throw first }
        return all
    }

    /// The same, with everything that is wrong.
    package func applied(
        to defaults: [Binding], actions: [String], contexts: [String],
        flaws: inout [SettingsError]
    ) -> [Binding] {
        for (index, binding) in bindings.enumerated() {
            if !contexts.contains(binding.context) {
                let words = Spelling.unknown(.context, binding.context, known: contexts)
                flaws.append(error(binding, words))
            } else if let action = binding.action, !actions.contains(action) {
                let words = Spelling.unknown(.action, action, known: actions)
                flaws.append(error(binding, words))
            } else if let earlier = bindings[..<index].first(where: { isSame($0, binding) }) {
                flaws.append(
                    error(
                        binding,
                        tr(
                            "'\(name(binding))' is already bound in line \(earlier.line); remove one "
                                + "of them.")))
            }
        }
        let kept = defaults.filter { standard in !bindings.contains { isSame($0, standard) } }
        let all = bindings.filter { $0.action != nil } + kept
        for binding in all where binding.line > 0 {
            let others = all.filter {
                $0.context == binding.context && $0.keys != binding.keys
            }
            for other in others {
                let (keys, otherKeys) = (name(binding), name(other))
                let action = other.action ?? ""
                if other.keys.starts(with: binding.keys) {
                    flaws.append(
                        error(
                            binding,
                            tr(
                                "'\(keys)' would hide '\(otherKeys)' (\(action)); bind that to "
                                    + "\"none\", or choose other keys.")
                        ))
                } else if binding.keys.starts(with: other.keys) {
                    flaws.append(
                        error(
                            binding,
                            tr(
                                "'\(keys)' can never be reached, because '\(otherKeys)' is \(action); "
                                    + "bind that to \"none\", or choose other keys.")
                        ))
                } else {
                    continue
                }
                break
            }
        }
        return all
    }

    private func isSame(_ left: Binding, _ right: Binding) -> Bool {
        left.context == right.context && left.keys == right.keys
    }

    private func name(_ binding: Binding) -> String {
        VisibleText.make(binding.keys.map(\.name).joined(separator: " "))
    }

    private func error(_ binding: Binding, _ message: String) -> SettingsError {
        SettingsError(file: file, line: binding.line, message)
    }
}
