import Files
import Jobs
import Terminal

extension Model {
    mutating func takeKeyInDialog(_ key: Key) -> [Effect] {
        switch dialogs.last {
        case .input(let dialog): takeKey(key, in: dialog)
        case .choice(let dialog): takeKey(key, in: dialog)
        case .confirm(let dialog): takeKey(key, in: dialog)
        case .transfer(let dialog): takeKey(key, in: dialog)
        case .delete(let dialog): takeKey(key, in: dialog)
        case .conflict(let dialog): takeKey(key, in: dialog)
        case .password(let dialog): takeKey(key, in: dialog)
        case .trust(let dialog): takeKey(key, in: dialog)
        case .share(let dialog): takeKey(key, in: dialog)
        case nil: []
        }
    }

    /// What is pasted goes into the field as one text; where there is none, nowhere.
    mutating func pasteInDialog(_ text: String) -> [Effect] {
        switch dialogs.last {
        case .input(var dialog):
            dialog.field.insert(text)
            dialog.refusal = nil
            replaceDialog(.input(dialog))
        case .transfer(var dialog) where dialog.focus == .target:
            dialog.field.insert(text)
            dialog.refusal = nil
            replaceDialog(.transfer(dialog))
        case .password(var dialog):
            dialog.field.insert(text)
            replaceDialog(.password(dialog))
        case .share(var dialog):
            dialog.paste(text)
            replaceDialog(.share(dialog))
        default:
            break
        }
        return []
    }

    mutating func replaceDialog(_ dialog: Dialog) {
        guard !dialogs.isEmpty else { return }
        dialogs[dialogs.count - 1] = dialog
    }

    private func closes(_ key: Key) -> Bool {
        key == Key(.escape) || key == Key(.character("g"), .control)
            || key == Key(.character("c"), .control)
    }

    private mutating func takeKey(_ key: Key, in dialog: InputDialog) -> [Effect] {
        var dialog = dialog
        if closes(key) {
            dialogs.removeLast()
            return []
        }
        if key == Key(.enter) {
            dialogs.removeLast()
            let (effects, refusal) = submit(dialog)
            if let refusal {
                dialog.refusal = refusal
                dialogs.append(.input(dialog))
            }
            return effects
        }
        if dialog.field.handle(key) { dialog.refusal = nil }
        replaceDialog(.input(dialog))
        return []
    }

    /// Does what a line was asked for, or says why it cannot be used.
    private mutating func submit(_ dialog: InputDialog) -> (effects: [Effect], refusal: String?) {
        let text = dialog.field.text
        switch dialog.purpose {
        case .goTo: return go(to: text)
        case .makeDirectory: return make(text, mayBeFile: false)
        case .make: return make(text, mayBeFile: true)
        case .markPattern: return ([], mark(matching: text, marks: true))
        case .unmarkPattern: return ([], mark(matching: text, marks: false))
        case .limit(let job):
            guard let limit = RateLimit.parse(text) else {
                return ([], "Write a number of bytes a second, such as 500K or 2M.")
            }
            return ([.control(job.map { .limit($0, limit) } ?? .limitAll(limit))], nil)
        case .logSave:
            return saveLog(to: text)
        case .rawSave:
            return saveBody(to: text)
        case .charset:
            return setCharset(text)
        }
    }

    /// Saves what the log's screen shows to a file of this machine.
    private func saveLog(to text: String) -> (effects: [Effect], refusal: String?) {
        let shown = [left, right].first { $0.site.isLocal && !$0.isEmpty }
        let base = Location(site: .local, path: shown?.path ?? options.home ?? .root)
        do throws(SiteURL.Refusal) {
            let place = try EditableLocation.parse(text, from: base, home: options.home)
            guard place.site.isLocal, let path = place.path, !place.isDirectory else {
                return ([], "Write the name of a file on this machine.")
            }
            return ([.saveLog(log.filtered, path)], nil)
        } catch {
            return ([], error.description)
        }
    }

    private mutating func takeKey(_ key: Key, in dialog: ChoiceDialog) -> [Effect] {
        var dialog = dialog
        let count = dialog.options.count
        if closes(key) {
            dialogs.removeLast()
            return []
        }
        switch (key.code, key.modifiers) {
        case (.up, []): dialog.position.move(by: -1, count: count, height: count)
        case (.down, []), (.tab, []): dialog.position.move(by: 1, count: count, height: count)
        case (.home, []): dialog.position.move(to: 0, count: count, height: count)
        case (.end, []): dialog.position.move(to: count - 1, count: count, height: count)
        case (.enter, []):
            guard dialog.options.indices.contains(dialog.position.cursor) else { return [] }
            return choose(dialog.options[dialog.position.cursor].outcome)
        case (.character(let letter), []):
            if let option = dialog.options.first(where: { $0.key == letter }) {
                return choose(option.outcome)
            }
        default: break
        }
        replaceDialog(.choice(dialog))
        return []
    }

    mutating func choose(_ outcome: ChoiceDialog.Outcome) -> [Effect] {
        dialogs.removeLast()
        switch outcome {
        case .action(let action): return perform(action)
        case .policy(let job, let policy): return [.control(.setPolicy(job, policy))]
        case .cancelJob(let job, let keepsParts):
            return [.control(.cancel(job, keepsParts: keepsParts))]
        case .nothing: return []
        case .stopShare(let atOnce): return [.share(.stop(atOnce: atOnce))]
        }
    }

    private mutating func takeKey(_ key: Key, in dialog: ConfirmDialog) -> [Effect] {
        var dialog = dialog
        if closes(key) {
            dialogs.removeLast()
            return []
        }
        switch (key.code, key.modifiers) {
        case (.character("y"), []), (.character("Y"), []):
            return confirm(dialog)
        case (.character("n"), []), (.character("N"), []), (.character("q"), []):
            dialogs.removeLast()
        case (.enter, []):
            if dialog.isYesFocused { return confirm(dialog) }
            dialogs.removeLast()
        case (.tab, _), (.left, []), (.right, []), (.up, []), (.down, []),
            (.character("h"), []), (.character("l"), []):
            dialog.isYesFocused.toggle()
            replaceDialog(.confirm(dialog))
        default:
            break
        }
        return []
    }

    mutating func confirm(_ dialog: ConfirmDialog) -> [Effect] {
        dialogs.removeLast()
        switch dialog.purpose {
        case .quit: return [.quit]
        case .cancelJob(let job): return [.control(.cancel(job, keepsParts: false))]
        case .kick(let visit): return [.share(.kick(visit))]
        case .stopShare: return [.share(.stop(atOnce: true))]
        }
    }
}
