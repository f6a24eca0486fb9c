import Files
import Terminal
import Words

/// Asks how names are made from others, and shows what the first ones become.
struct RenamePatternDialog: FormDialog {
    enum Focus: CaseIterable, Sendable {
        case name, find, replacement, start, rename, cancel
    }

    /// Names whose outcome is shown.
    private static let shownCount = 4

    let order: RenameOrder
    var focus: Focus = .name
    private var name = TextField(RenamePattern().name, isSelected: true)
    private var find = TextField()
    private var replacement = TextField()
    private var start = TextField(RenamePattern().start)
    private var refusal: String?

    init(_ order: RenameOrder) {
        self.order = order
    }

    var focuses: [Focus] { Focus.allCases }

    private var pattern: RenamePattern {
        RenamePattern(
            name: name.text, find: find.text, replacement: replacement.text, start: start.text)
    }

    mutating func takeInFocus(_ key: Key) -> DialogReply {
        refusal = nil
        switch focus {
        case .name: _ = name.handle(key)
        case .find: _ = find.handle(key)
        case .replacement: _ = replacement.handle(key)
        case .start: _ = start.handle(key)
        case .rename: if key.code == .right { focus = .cancel }
        case .cancel: if key.code == .left { focus = .rename }
        }
        return .stays
    }

    mutating func paste(_ text: String) {
        refusal = nil
        switch focus {
        case .name: name.insert(text)
        case .find: find.insert(text)
        case .replacement: replacement.insert(text)
        case .start: start.insert(text)
        case .rename, .cancel: break
        }
    }

    mutating func press(field: Int, _ workspace: inout Workspace) -> DialogReply {
        let fields: [Focus] = [.name, .find, .replacement, .start]
        if fields.indices.contains(field) { focus = fields[field] }
        return .stays
    }

    mutating func press(isFirstButton: Bool, _ workspace: inout Workspace) -> DialogReply {
        isFirstButton ? submit(&workspace) : .cancelled
    }

    mutating func submit(_ workspace: inout Workspace) -> DialogReply {
        let site = order.location.site
        var names: [(old: Name, new: String)] = []
        var leftOut = 0
        for (place, entry) in order.entries.enumerated() {
            guard let text = text(for: entry, at: place) else {
                refusal = tr("The counter must start with a number of at most nine digits.")
                focus = .start
                return .stays
            }
            let old = entry.name.editableText(on: site)
            // A name that no text stands for would lose bytes.
            guard (try? Name.typed(old, on: site)) == entry.name else {
                leftOut += 1
                continue
            }
            names.append((entry.name, text))
        }
        return .closes(
            order.present(
                names, leftOut: leftOut, wereShown: showsAll, &workspace))
    }

    /// Whether all names are shown with what they become: then nobody needs to see them once more.
    private var showsAll: Bool { order.entries.count <= RenamePatternDialog.shownCount }

    private func text(for entry: Entry, at place: Int) -> String? {
        pattern.text(
            for: entry.name.editableText(on: order.location.site),
            isDirectory: entry.kind == .directory, at: place)
    }

    func box(in workspace: Workspace) -> DialogBox {
        let wide = DialogBox.wide(in: workspace.size)
        let labels = (
            name: tr("New name"), find: tr("Find", meaning: "a text that is to be replaced"),
            replacement: tr("Replace", meaning: "the text that comes instead"),
            start: tr("Counter")
        )
        let column = TextFit.column(
            [labels.name, labels.find, labels.replacement, labels.start], atLeast: 10)
        func field(_ label: String, _ field: TextField, _ itsFocus: Focus) -> DialogLine {
            .labelled(TextFit.left(label, column), field, isFocused: focus == itsFocus)
        }
        var lines: [DialogLine] = [
            .text(tr("[N] name  [E] extension  [C] counter"), .dialog),
            field(labels.name, name, .name),
            field(labels.find, find, .find),
            field(labels.replacement, replacement, .replacement),
            field(labels.start, start, .start),
            .blank,
        ]
        let arrow = " \(workspace.glyphs.arrow) "
        let half = max(8, (wide - 4) / 2)
        for (place, entry) in order.entries.prefix(RenamePatternDialog.shownCount).enumerated() {
            let old = NameFit.cut(entry.name.text(on: order.location.site), to: half)
            let gap = String(repeating: " ", count: max(0, half - CharacterWidth.of(old)))
            let new = text(for: entry, at: place).map { VisibleText.make($0) } ?? "?"
            lines.append(.text(old + gap + arrow + NameFit.cut(new, to: half), .dialog))
        }
        let rest = order.entries.count - RenamePatternDialog.shownCount
        lines.append(
            rest > 0 ? .text(tr("and \(Format.count(rest, "more name"))"), .dialog) : .blank)
        lines += DialogLine.refusal(refusal, columns: wide)
        lines.append(
            .buttons([
                (showsAll ? tr("Rename") : tr("Continue"), focus == .rename),
                (tr("Cancel"), focus == .cancel),
            ]))
        return DialogBox(
            title: tr("Rename by pattern"), width: wide,
            lines: DialogBox.fitting(lines, in: workspace.size))
    }
}
