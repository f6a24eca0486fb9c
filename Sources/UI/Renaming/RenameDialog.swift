import Files
import Terminal
import Words

/// What many names become, to be looked at before anything is done; or why it cannot be done.
struct RenameDialog: Dialog {
    /// Rows that are no name: the frame, the head, two blanks, the buttons, what is left out.
    private static let otherRows = 8

    let plan: RenamePlan
    let side: Side
    /// Names that were no lines of the text.
    let leftOut: Int
    private var scroll = TextScroll()
    private var isFirstFocused = false

    init(plan: RenamePlan, side: Side, leftOut: Int) {
        self.plan = plan
        self.side = side
        self.leftOut = leftOut
    }

    private var hasConflicts: Bool { !plan.conflicts.isEmpty }

    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply {
        if key.closesDialog { return .cancelled }
        let action: Action
        switch (key.code, key.modifiers) {
        case (.character("y"), []), (.character("Y"), []):
            return hasConflicts ? .stays : .closes(plan.start(in: side, &workspace))
        case (.character("n"), []), (.character("q"), []): return .cancelled
        case (.enter, []):
            return isFirstFocused && !hasConflicts
                ? .closes(plan.start(in: side, &workspace)) : .cancelled
        case (.tab, _), (.left, []), (.right, []):
            isFirstFocused.toggle()
            return .stays
        case (.up, []), (.character("k"), []): action = .up
        case (.down, []), (.character("j"), []): action = .down
        case (.pageUp, []): action = .pageUp
        case (.pageDown, []), (.character(" "), []): action = .pageDown
        case (.home, []): action = .top
        case (.end, []): action = .bottom
        default: return .stays
        }
        _ = scroll.scroll(action, count: count, height: height(in: workspace.size))
        return .stays
    }

    mutating func turn(by rows: Int) {
        _ = scroll.scroll(rows < 0 ? .up : .down, count: count, height: 1)
    }

    mutating func press(isFirstButton: Bool, _ workspace: inout Workspace) -> DialogReply {
        isFirstButton && !hasConflicts ? .closes(plan.start(in: side, &workspace)) : .cancelled
    }

    func box(in workspace: Workspace) -> DialogBox {
        let wide = DialogBox.wide(in: workspace.size)
        let height = height(in: workspace.size)
        let top = max(0, min(scroll.top, count - height))
        let rows = top..<min(count, top + height)
        var lines: [DialogLine] = []
        if hasConflicts {
            lines.append(.text(tr("Nothing can be renamed:"), .dialogDanger))
            lines += rows.map { .text(TextFit.cut(plan.conflicts[$0], to: wide), .dialog) }
        } else {
            lines.append(
                .text(tr("Rename \(Format.count(plan.renamings.count, "item"))?"), .dialog))
            lines += rows.map { .text(line(plan.renamings[$0], wide, workspace.glyphs), .dialog) }
        }
        let below = count - rows.upperBound
        lines.append(
            below > 0 ? .text(tr("Down: \(Format.count(below, "more line"))"), .dialog) : .blank)
        if leftOut > 0 {
            let number = Format.number(leftOut)
            let sentence = tr(
                leftOut, one: "\(number) name with special characters skipped.",
                other: "\(number) names with special characters skipped.")
            lines.append(.text(sentence, .dialog))
        }
        lines.append(
            .buttons(
                hasConflicts
                    ? [(tr("Close"), true)]
                    : [
                        (tr("Rename") + " (y)", isFirstFocused),
                        (tr("Cancel") + " (n)", !isFirstFocused),
                    ]))
        return DialogBox(
            title: tr("Rename"), isDanger: hasConflicts, width: wide, lines: lines)
    }

    private func line(_ renaming: Renaming, _ wide: Int, _ glyphs: Glyphs) -> String {
        let site = plan.location.site
        let half = max(8, (wide - 4) / 2)
        let old = NameFit.cut(renaming.from.text(on: site), to: half)
        let gap = String(repeating: " ", count: max(0, half - CharacterWidth.of(old)))
        return old + gap + " \(glyphs.arrow) "
            + NameFit.cut(renaming.to.text(on: site), to: half)
    }

    private var count: Int { hasConflicts ? plan.conflicts.count : plan.renamings.count }

    private func height(in size: Size) -> Int {
        max(1, min(count, size.height - RenameDialog.otherRows))
    }
}
