import Files
import Terminal

extension AttributesDialog {
    func box(in workspace: Workspace) -> DialogBox {
        let wide = DialogBox.wide(in: workspace.size)
        func fact(_ name: String, _ value: String) -> DialogLine {
            .text("  " + TextFit.left(name, 10) + value, .dialog)
        }
        var lines: [DialogLine] = [
            .text(what(columns: wide), .dialog),
            fact("Mode", text(of: attributes.mode, AttributesDialog.text(of:))),
            fact("Owner", text(of: attributes.owner) { $0 }),
            fact(
                "Time",
                text(of: attributes.time) {
                    LocalTime.text(of: $0, localOffset: workspace.options.localOffset)
                }),
            .blank,
        ]
        if setsModes { lines.append(.labelled("New mode  ", mode, isFocused: focus == .mode)) }
        if setsTimes { lines.append(.labelled("New time  ", time, isFocused: focus == .time)) }
        if asksAboutBelow {
            let tick = goesBelow ? "x" : " "
            lines.append(
                .option("[\(tick)] also change everything below", isFocused: focus == .below))
        }
        if let limits {
            lines += TextFit.wrap(limits, columns: wide, limit: 2).map { .text($0, .dialog) }
        }
        if let refusal {
            lines += DialogLine.refusal(refusal, columns: wide)
        } else {
            lines.append(setsSomething ? .text(meaning(in: workspace), .dialog) : .blank)
        }
        var buttons = [(setsSomething ? "Cancel" : "Close", focus == .cancel)]
        if setsSomething { buttons.insert(("Set", focus != .cancel), at: 0) }
        lines.append(.buttons(buttons))
        return DialogBox(
            title: "Permissions, owner, time", width: wide,
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
        case .one(nil): "unknown"
        case .one(let value?): text(value)
        case .several: "various"
        }
    }

    /// What cannot be set there; nil where all can that Ferry sets.
    private var limits: String? {
        let site = source.site
        let scheme = "\(site.scheme.rawValue)://"
        return switch (setsModes, setsTimes) {
        case (true, true): nil
        case (true, false): "Times cannot be set over \(scheme) and are kept."
        case (false, true): "Permissions cannot be set over \(scheme) and are kept."
        case (false, false): "Permissions and times cannot be set over \(scheme) and are kept."
        }
    }

    /// What the line that has the focus would do, or how it is written.
    private func meaning(in workspace: Workspace) -> String {
        switch focus {
        case .mode where mode.text.isEmpty:
            return "Such as 640 or u+rwX,go-w; leave empty to keep it."
        case .mode:
            guard let new = newMode(in: workspace) else { return linksRemark }
            return "becomes \(AttributesDialog.text(of: new))"
        case .time where time.text.isEmpty:
            return "Such as 2026-11-20 23:51:00, local time; leave empty to keep it."
        case .time:
            guard let new = newTime(in: workspace) else { return "" }
            return "becomes "
                + LocalTime.text(of: new, localOffset: workspace.options.localOffset)
        case .below:
            return goesBelow ? "Links and their targets are not changed." : linksRemark
        case .start, .cancel:
            return linksRemark
        }
    }

    /// What setting the mode of a link means.
    private var linksRemark: String {
        chosen.linkCount > 0 && !goesBelow ? "For a link, the mode of its target changes." : ""
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
