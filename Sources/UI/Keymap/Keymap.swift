package import Terminal

/// Which keys do what, in each context.
package struct Keymap: Sendable {
    /// Where a key is pressed; what a context does not bind is looked up in `everywhere`.
    package enum Context: String, CaseIterable, Sendable {
        case everywhere, pane, queue, found, log, viewer, share, raw, settings, sites, edits,
            trash, undo, plan, list
    }

    /// What a sequence of keys means so far.
    package enum Lookup: Hashable, Sendable {
        case action(Action)
        /// More keys may follow.
        case prefix
        case nothing
    }

    /// A sequence of keys, and what it does in a context.
    package struct Binding: Hashable, Sendable {
        /// Where it holds.
        package var context: Context
        /// Pressed one after the other.
        package var keys: [Key]
        /// What they do.
        package var action: Action

        /// Binds keys to an action.
        package init(_ context: Context, _ keys: [Key], _ action: Action) {
            self.context = context
            self.keys = keys
            self.action = action
        }

        /// The keys as people write them: `F5`, `gg`, `Ctrl-X Ctrl-S`.
        package var label: String { KeySequence(keys)?.label ?? "" }
    }

    /// The first one that fits holds.
    package internal(set) var bindings: [Binding]
    /// Whether a letter that is bound to nothing starts a search for a name in a pane.
    package var lettersFind = false

    /// These, and no other.
    package init(bindings: [Binding]) {
        self.bindings = bindings
    }

    /// What keys mean in a context so far.
    package func lookup(_ keys: [Key], in context: Context) -> Lookup {
        for place in context == .everywhere ? [context] : [context, .everywhere] {
            var isPrefix = false
            for binding in bindings
            where binding.context == place && (keys.isEmpty || binding.keys.first == keys.first) {
                if binding.keys == keys { return .action(binding.action) }
                if binding.keys.starts(with: keys) { isPrefix = true }
            }
            if isPrefix { return .prefix }
        }
        return .nothing
    }

    /// What the next key after `keys` leads to in a context: the keys that are left, as people write
    /// them, and what they do, in the order of the bindings.
    package func continuations(
        of keys: [Key], in context: Context
    ) -> [(label: String, action: Action)] {
        var found: [(label: String, action: Action)] = []
        for place in context == .everywhere ? [context] : [context, .everywhere] {
            for binding in bindings where binding.context == place {
                guard binding.keys.count > keys.count, binding.keys.starts(with: keys),
                    lookup(binding.keys, in: context) == .action(binding.action),
                    let rest = KeySequence(Array(binding.keys.dropFirst(keys.count)))
                else { continue }
                found.append((rest.label, binding.action))
            }
        }
        return found
    }

    /// The keys that do `action` in `context`, its own before those of everywhere, as people
    /// write them: `["F5"]`, `["gg", "Home"]`.
    package func labels(for action: Action, in context: Context) -> [String] {
        var labels: [String] = []
        for place in context == .everywhere ? [context] : [context, .everywhere] {
            for binding in bindings where binding.context == place && binding.action == action {
                // A key that the context uses for something else does not get here.
                guard lookup(binding.keys, in: context) == .action(action) else { continue }
                labels.append(binding.label)
            }
        }
        return labels
    }
}
