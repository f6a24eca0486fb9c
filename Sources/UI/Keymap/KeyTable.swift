import Words

/// The keys as the help page and the manual show them, made from a keymap.
package enum KeyTable {
    /// What does something, and how it is called.
    package struct Row: Hashable, Sendable {
        /// As people write them; none where there is no key.
        package var keys: [String]
        /// What they do.
        package var action: Action
        /// Others of its kind, whose keys follow in the same order.
        package var others: [Action] = []

        /// The same in words.
        package var title: String {
            others.isEmpty ? action.title : tr("Show a tab by its number")
        }

        /// The keys as they are shown: a range where there are others of its kind.
        package var shownKeys: [String] {
            guard !others.isEmpty, let first = keys.first, let last = keys.last else { return keys }
            return ["\(first) … \(last)"]
        }

        /// An action and its keys.
        package init(keys: [String], action: Action) {
            self.keys = keys
            self.action = action
        }
    }

    /// Rows that belong together.
    package struct Section: Hashable, Sendable {
        /// Its heading.
        package var title: String
        /// Where its keys hold; nil for what has no key.
        package var context: Keymap.Context?
        /// In the order in which they are shown.
        package var rows: [Row]
    }

    /// By context, those of the panes also by group; at the end what has no key.
    package static func sections(of keymap: Keymap) -> [Section] {
        var sections: [Section] = []
        var unbound = Set(Action.allCases)
        for context in Keymap.Context.allCases {
            var rows: [Action: [String]] = [:]
            for binding in keymap.bindings where binding.context == context {
                rows[binding.action, default: []].append(binding.label)
                unbound.remove(binding.action)
            }
            let ordered = Action.allCases.compactMap { action in
                rows[action].map { Row(keys: $0, action: action) }
            }
            guard context == .pane else {
                sections.append(Section(title: context.title, context: context, rows: ordered))
                continue
            }
            for group in Action.Group.allCases {
                sections.append(
                    Section(
                        title: group.paneHeading, context: context,
                        rows: withRange(ordered.filter { $0.action.group == group })))
            }
        }
        let rest = Action.allCases.filter { unbound.contains($0) }
        sections.append(
            Section(
                title: tr("Without a key (use the palette or the menu)"), context: nil,
                rows: rest.map { Row(keys: [], action: $0) }))
        return sections.filter { !$0.rows.isEmpty }
    }

    /// The tabs by their numbers in one row, where each has a key of its own.
    private static func withRange(_ rows: [Row]) -> [Row] {
        let numbered = rows.filter { Action.numberedTabs.contains($0.action) }
        guard numbered.count == Action.numberedTabs.count,
            numbered.allSatisfy({ $0.keys.count == 1 }),
            var range = numbered.first
        else { return rows }
        range.keys = numbered.flatMap(\.keys)
        range.others = numbered.dropFirst().map(\.action)
        return rows.filter { !Action.numberedTabs.contains($0.action) } + [range]
    }
}

extension Keymap.Context {
    /// Where keys hold, as a heading.
    package var title: String {
        switch self {
        case .everywhere: tr("Everywhere")
        case .pane: tr("Panes")
        case .queue: tr("Queue")
        case .found: tr("Found files")
        case .log: tr("Log")
        case .viewer: tr("Viewer")
        case .share: tr("Share", meaning: "a heading above keys")
        case .raw: tr("Raw exchange")
        case .settings: tr("Settings")
        case .edits: tr("Files being edited")
        case .sites: tr("Sites")
        case .trash: tr("Trash")
        case .undo: tr("Undo", meaning: "a heading above keys")
        case .plan: tr("Plan")
        case .list: tr("Help and history")
        }
    }
}
