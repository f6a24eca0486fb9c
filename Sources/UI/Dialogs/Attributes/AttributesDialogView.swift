import Files
import Terminal
import Words

extension AttributesDialog {
    func box(in workspace: Workspace) -> DialogBox {
        let wide = DialogBox.wide(in: workspace.size)
        let (newMode, newTime) = (tr("New mode"), tr("New time"))
        let names = [tr("Mode"), tr("Owner"), tr("Time"), newMode, newTime]
        let column = max(10, min(TextFit.column(names), wide / 2))
        func label(_ name: String) -> String {
            TextFit.left(TextFit.cut(name, to: column - 1), column)
        }
        func fact(_ name: String, _ value: String) -> DialogLine {
            .text("  " + label(name) + value, .dialog)
        }
        func field(_ name: String, _ field: TextField, _ focus: Focus) -> DialogLine {
            .labelled(label(name), field, isFocused: self.focus == focus)
        }
        var lines: [DialogLine] = [
            .text(what(columns: wide), .dialog),
            fact(tr("Mode"), text(of: attributes.mode, AttributesDialog.text(of:))),
            fact(tr("Owner"), text(of: attributes.owner) { $0 }),
            fact(
                tr("Time"),
                text(of: attributes.time) {
                    LocalTime.text(of: $0, localOffset: workspace.options.localOffset)
                }),
            .blank,
        ]
        if setsModes { lines.append(field(newMode, mode, .mode)) }
        if setsTimes { lines.append(field(newTime, time, .time)) }
        if asksAboutBelow {
            let tick = goesBelow ? "x" : " "
            lines.append(
                .option(
                    "[\(tick)] \(tr("also change everything below"))", isFocused: focus == .below))
        }
        if let limits {
            lines += TextFit.wrap(limits, columns: wide, limit: 2).map { .text($0, .dialog) }
        }
        if let refusal {
            lines += DialogLine.refusal(refusal, columns: wide)
        } else {
            lines.append(setsSomething ? .text(meaning(in: workspace), .dialog) : .blank)
        }
        var buttons = [(setsSomething ? tr("Cancel") : tr("Close"), focus == .cancel)]
        if setsSomething {
            let set = tr("Set", meaning: "a verb, on a button")
            buttons.insert((set, focus != .cancel), at: 0)
        }
        lines.append(.buttons(buttons))
        return DialogBox(
            title: tr("Permissions, owner, time"), width: wide,
            lines: DialogBox.fitting(lines, in: workspace.size))
    }

    /// `rw-r--r-- (644)`
    private static func text(of mode: UInt16) -> String {
        let octal = String(mode & 0o7777, radix: 8)
        let zeros = String(repeating: "0", count: max(0, 3 - octal.count))
        return "\(Format.mode(mode)) (\(zeros)\(octal))"
    }

    private func text<Value>(
        of shared: SharedAttributes.Shared<Value>, _ text: (Value) -> String
    ) -> String {
        switch shared {
        case .one(nil): tr("unknown")
        case .one(let value?): text(value)
        case .several: tr("various")
        }
    }

    /// What cannot be set there; nil where all can that Ferry sets.
    private var limits: String? {
        let site = source.site
        let scheme = "\(site.scheme.rawValue)://"
        return switch (setsModes, setsTimes) {
        case (true, true): nil
        case (true, false): tr("Times cannot be set over \(scheme) and are kept.")
        case (false, true): tr("Permissions cannot be set over \(scheme) and are kept.")
        case (false, false): tr("Permissions and times cannot be set over \(scheme) and are kept.")
        }
    }

    /// What the line that has the focus would do, or how it is written.
    private func meaning(in workspace: Workspace) -> String {
        switch focus {
        case .mode where mode.text.isEmpty:
            return tr("Such as 640 or u+rwX,go-w; leave empty to keep it.")
        case .mode:
            guard let new = newMode(in: workspace) else { return linksRemark }
            return tr("becomes \(AttributesDialog.text(of: new))")
        case .time where time.text.isEmpty:
            return tr("Such as 2026-11-20 23:51:00, local time; leave empty to keep it.")
        case .time:
            guard let new = newTime(in: workspace) else { return "" }
            let text = LocalTime.text(of: new, localOffset: workspace.options.localOffset)
            return tr("becomes \(text)")
        case .below:
            return goesBelow ? tr("Links and their targets are not changed.") : linksRemark
        case .start, .cancel:
            return linksRemark
        }
    }

    /// What setting the mode of a link means.
    private var linksRemark: String {
        chosen.linkCount > 0 && !goesBelow ? tr("For a link, the mode of its target changes.") : ""
    }

    /// What the mode of all becomes; nil where that is not the same, or not known.
    private func newMode(in workspace: Workspace) -> UInt16? {
        guard let change = modeChange(in: workspace),
            chosen.linkCount == 0,
            chosen.directoryCount == 0 || chosen.directoryCount == chosen.count
        else { return nil }
        var old: UInt16?
        if case .one(let mode) = attributes.mode { old = mode }
        return change.mode(from: old, isDirectory: chosen.directoryCount > 0)
    }

    /// `'name'`, `3 files and 2 directories`
    private func what(columns wide: Int) -> String {
        guard chosen.count == 1, let entry = chosen.first.first else {
            return Format.files(
                chosen.count - chosen.directoryCount, directories: chosen.directoryCount)
        }
        return NameFit.cut(entry.shownName(in: source.site.nameCharset), to: wide)
    }
}
