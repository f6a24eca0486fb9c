import Files
import Jobs
import Terminal

extension ConflictDialog {
    func box(in workspace: Workspace) -> DialogBox {
        let wide = DialogBox.wide(in: workspace.size)
        let (source, target) = (conflict.source, conflict.target)
        var lines: [DialogLine] = [
            .text("The target already exists:", .dialog),
            .text("  " + TextFit.cutStart(self.target, to: wide - 2), .dialog),
            .blank,
            .text("  new   " + side(source, against: target, workspace), .dialog),
            .text("  there " + side(target, against: source, workspace), .dialog),
        ]
        if options.contains(.resume), conflict.resumable > 0 {
            let part = Format.amount(conflict.resumable)
            lines.append(.text("  \(part) are already there; resume sends the rest.", .dialog))
        }
        lines.append(.blank)
        for (row, policy) in options.enumerated() {
            lines.append(
                .option(
                    "\(policy.letter)  \(policy.sentence)", isFocused: row == list.cursor))
        }
        lines.append(.blank)
        let reach = scope == .thisFile ? "this file only" : "the whole batch"
        lines.append(.text("Tab  for: < \(reach) >", .dialogTitle))
        return DialogBox(
            title: NameFit.cut(name, to: wide - 4), width: wide,
            lines: DialogBox.fitting(lines, in: workspace.size))
    }

    /// `212K  Nov 20 23:51  newer  larger`: by what the policies of these names go by.
    private func side(_ entry: Entry, against other: Entry, _ workspace: Workspace) -> String {
        var facts = [TextFit.right(entry.size.map { Format.size($0) } ?? "?", 5)]
        if let modified = entry.modified {
            facts.append(
                Format.time(
                    modified, now: workspace.now, localOffset: workspace.options.localOffset))
            if let than = other.modified {
                switch Timestamp.order(modified, than) {
                case .some(1): facts.append("newer")
                case .some(0): facts.append("same time")
                case .some: break
                case nil: facts.append("from another clock")
                }
            }
        }
        if let size = entry.size, let than = other.size, size > than { facts.append("larger") }
        if entry.kind == .directory { facts.append("a directory") }
        return facts.joined(separator: "  ")
    }
}

extension ConflictPolicy {
    /// What it does, as a choice.
    fileprivate var sentence: String {
        switch self {
        case .ask: "Ask"
        case .overwrite: "Overwrite the target"
        case .resume: "Resume where the target ends"
        case .keepBoth: "Keep both; give the new file another name"
        case .skip: "Skip this file"
        case .newerWins: "Newer wins"
        case .largerWins: "Larger wins"
        }
    }
}
