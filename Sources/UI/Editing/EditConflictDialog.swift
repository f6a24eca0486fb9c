import Files
import Terminal
import Words

/// A file that was changed here and on its server: the three versions, and what can be done. Nothing is
/// chosen at first, and Esc keeps the copy for later.
struct EditConflictDialog: Dialog {
    private enum Choice: Character, CaseIterable {
        case overwrite = "o"
        case keepBoth = "k"
        case merge = "m"
        case discard = "d"
    }

    private let edit: Edit
    private var conflict: EditConflict
    private var chosen: Int?

    init(_ edit: Edit, _ conflict: EditConflict) {
        self.edit = edit
        self.conflict = conflict
    }

    private var choices: [Choice] {
        // There is nothing to merge with, nor a second file to keep.
        if conflict.theirs == nil { return [.overwrite, .discard] }
        return Choice.allCases.filter { $0 != .merge || conflict.isMergeable }
    }

    var isGrave: Bool { true }

    func isGraveAnswer(_ key: Key) -> Bool {
        switch choice(key) {
        case .overwrite, .discard: true
        case .keepBoth, .merge, nil: false
        }
    }

    private func choice(_ key: Key) -> Choice? {
        switch (key.code, key.modifiers) {
        case (.enter, []): chosen.flatMap { choices.indices.contains($0) ? choices[$0] : nil }
        case (.character(let letter), []): choices.first { $0.rawValue == letter }
        default: nil
        }
    }

    func isOver(in workspace: Workspace) -> Bool {
        if case .conflicted = workspace.edits[edit.id]?.state { return false }
        return true
    }

    mutating func merge(_ other: any Dialog, isOpen: Bool) -> Bool {
        guard let other = other as? EditConflictDialog, other.edit.id == edit.id else {
            return false
        }
        conflict = other.conflict
        // What was chosen was an answer to another version.
        chosen = nil
        return true
    }

    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply {
        if key.closesDialog || key == Key("q") { return .cancelled }
        let count = choices.count
        switch (key.code, key.modifiers) {
        case (.down, []), (.tab, []): chosen = chosen.map { min($0 + 1, count - 1) } ?? 0
        case (.up, []): chosen = chosen.map { max($0 - 1, 0) } ?? count - 1
        default:
            guard let choice = choice(key) else { return .stays }
            return .closes(outcome(of: choice, workspace))
        }
        return .stays
    }

    mutating func press(option: Int, _ workspace: inout Workspace) -> DialogReply {
        guard choices.indices.contains(option) else { return .stays }
        chosen = option
        return take(Key(.enter), &workspace)
    }

    private func outcome(of choice: Choice, _ workspace: Workspace) -> Outcome {
        switch choice {
        case .overwrite: [.editing(.resolve(edit.id, .overwrite))]
        case .keepBoth: [.editing(.resolve(edit.id, .keepBoth))]
        case .merge:
            [.editing(.resolve(edit.id, .merge(command: workspace.options.mergeCommand)))]
        case .discard: [.editing(.discard(edit.id))]
        }
    }

    // MARK: Drawing

    func box(in workspace: Workspace) -> DialogBox {
        let wide = DialogBox.wide(in: workspace.size)
        let sentence =
            conflict.theirs == nil
            ? tr("\(edit.name) was deleted on \(edit.host).")
            : tr("\(edit.name) has changed on \(edit.host) since you opened it.")
        var lines = TextFit.wrap(sentence, columns: wide, limit: 2).map {
            DialogLine.text($0, .dialog)
        }
        lines.append(.blank)
        let names = [
            tr("yours", meaning: "your version of a file"),
            tr("theirs", meaning: "the server's version of a file"),
            tr("before", meaning: "the version of a file before both were changed"),
        ]
        let column = TextFit.column(names, atLeast: 8)
        let versions: [EditConflict.Version?] = [conflict.mine, conflict.theirs, conflict.base]
        for (name, version) in zip(names, versions) {
            let text = version.map { facts($0, workspace) } ?? tr("gone")
            lines.append(.text("  " + TextFit.left(name, column) + text, .dialog))
        }
        if let number = conflict.lineNumber {
            lines.append(.blank)
            lines.append(.text(tr("Line \(number) is the first that differs:"), .dialog))
            for (name, version) in zip(names, versions) {
                let line = (version ?? conflict.base).line ?? tr("(no such line)")
                let text = "  " + TextFit.left(name, column) + line
                lines.append(.text(TextFit.cut(text, to: wide), .dialog))
            }
        }
        lines.append(.blank)
        for (row, choice) in choices.enumerated() {
            lines.append(
                .option("\(choice.rawValue)  \(label(of: choice))", isFocused: row == chosen))
        }
        lines.append(.blank)
        lines.append(.text(tr("Esc keeps your copy for later."), .dialogTitle))
        return DialogBox(
            title: tr("Conflict"), width: wide, lines: DialogBox.fitting(lines, in: workspace.size))
    }

    private func label(of choice: Choice) -> String {
        switch choice {
        case .overwrite:
            conflict.theirs == nil ? tr("Send yours again") : tr("Overwrite theirs with yours")
        case .keepBoth: tr("Keep both; send yours as \(edit.name).\(edit.host)-TIME")
        case .merge: tr("Merge them in the editor")
        case .discard: tr("Discard yours")
        }
    }

    private func facts(_ version: EditConflict.Version, _ workspace: Workspace) -> String {
        let size = TextFit.right(version.size.map { Format.size($0) } ?? "?", 6)
        guard let modified = version.modified else { return size }
        return size + "  "
            + LocalTime.text(of: modified, localOffset: workspace.options.localOffset)
    }
}
