import Files
import Jobs
import Terminal

/// The dialogs about files.
extension Model {
    /// Columns for text inside a wide dialog.
    var wide: Int { min(68, size.width - 6) }

    func box(of dialog: TransferDialog) -> DialogBox {
        let verb = dialog.operation == .move ? "Move" : "Copy"
        var lines: [DialogLine] = [
            .text("\(verb) \(what(dialog)) to:", .dialog),
            .field(dialog.field, isFocused: dialog.focus == .target),
        ]
        if let refusal = dialog.refusal {
            lines += refusalLines(refusal, width: wide)
        } else {
            lines.append(.text(meaning(of: dialog), .dialog))
        }
        lines.append(
            .option(
                "If a name is taken:  < \(dialog.policy.title) >",
                isFocused: dialog.focus == .policy))
        if dialog.asksAboutLinks {
            lines.append(
                .option(
                    TextFit.left(linksTitle(of: dialog), 21) + "< \(linksChoice(of: dialog)) >",
                    isFocused: dialog.focus == .links))
        }
        lines.append(.blank)
        lines.append(
            .buttons([
                (verb, dialog.focus == .start || dialog.focus == .target),
                ("Cancel", dialog.focus == .cancel),
            ]))
        return DialogBox(title: verb, width: wide, lines: lines)
    }

    /// Between machines a link that is chosen itself stands for what it leads to.
    private func linksTitle(of dialog: TransferDialog) -> String {
        isHere(dialog) && dialog.source.site.isLocal ? "Links:" : "Links inside:"
    }

    private func linksChoice(of dialog: TransferDialog) -> String {
        switch dialog.links {
        case .keep where isHere(dialog): "stay links"
        case .keep: "are left out, and told"
        case .follow: "are followed"
        }
    }

    /// Whether it goes to this machine, which can hold links.
    private func isHere(_ dialog: TransferDialog) -> Bool {
        let destination = try? destination(of: dialog)
        return (destination?.directory ?? dialog.source).site.isLocal
    }

    /// What the line that is being typed would do.
    private func meaning(of dialog: TransferDialog) -> String {
        do throws(SiteURL.Refusal) {
            let (directory, name, _) = try destination(of: dialog)
            let place =
                directory.site.isLocal
                ? homeText(directory.path) : directory.text
            let isHere = directory == dialog.source
            guard let name else { return isHere ? "the same directory" : "into \(place)" }
            return
                "as \(name.text(on: directory.site)) \(isHere ? "in the same directory" : "in \(place)")"
        } catch {
            return ""
        }
    }

    /// `'name', 212K`, `3 files and 2 directories, 218K`.
    private func what(_ dialog: TransferDialog) -> String {
        let (chosen, bytes) = (dialog.chosen, dialog.bytes)
        if chosen.count == 1, let entry = chosen.first.first {
            let kind = entry.kind == .directory ? "the directory " : ""
            let size = entry.kind == .file ? entry.size.map { ", \(Format.amount($0))" } ?? "" : ""
            let name = entry.name.text(on: dialog.source.site)
            return kind + "'\(NameFit.cut(name, to: max(8, wide - 30)))'\(size)"
        }
        let directories = chosen.directoryCount
        let count = counted(chosen.count - directories, directories)
        return bytes > 0 ? "\(count), \(Format.amount(bytes))" : count
    }

    private func counted(_ files: Int, _ directories: Int) -> String {
        var parts: [String] = []
        if files > 0 || directories == 0 { parts.append(Format.count(files, "file")) }
        if directories > 0 {
            parts.append(
                directories == 1
                    ? "1 directory" : "\(Format.grouped(UInt64(directories))) directories")
        }
        return parts.joined(separator: " and ")
    }

    func box(of dialog: DeleteDialog) -> DialogBox {
        let charset = dialog.source.site.nameCharset
        let names = dialog.chosen.first.map { entry in
            DialogLine.text("  " + NameFit.cut(entry.shownName(in: charset), to: wide - 2), .dialog)
        }
        var lines: [DialogLine] = [
            .text(
                dialog.chosen.count == 1
                    ? "Delete this for good?"
                    : "Delete these \(Format.grouped(UInt64(dialog.chosen.count))) for good?",
                .dialogDanger)
        ]
        lines += names
        if dialog.chosen.count > dialog.chosen.first.count {
            lines.append(
                .text(
                    "  and \(Format.count(dialog.chosen.count - dialog.chosen.first.count, "more name"))",
                    .dialog))
        }
        let tally = dialog.tally
        var sum = counted(tally.files, tally.directories)
        if tally.bytes > 0 { sum += ", \(Format.amount(tally.bytes))" }
        if !dialog.isFinal { sum += ", still counting" }
        lines.append(.text("In all: \(sum).", .dialog))
        if tally.unreadable > 0 {
            lines.append(
                .text("\(counted(0, tally.unreadable)) could not be read.", .dialogDanger))
        }
        lines.append(.blank)
        lines.append(
            .buttons([
                ("Yes (y)", dialog.isYesFocused), ("No (n)", !dialog.isYesFocused),
            ]))
        return DialogBox(title: "Delete", isDanger: true, width: wide, lines: lines)
    }

    func box(of dialog: ConflictDialog) -> DialogBox {
        let (source, target) = (dialog.conflict.source, dialog.conflict.target)
        var lines: [DialogLine] = [
            .text("The target has this name already:", .dialog),
            .text("  " + TextFit.cutStart(dialog.target, to: wide - 2), .dialog),
            .blank,
            .text("  new   " + side(source, against: target), .dialog),
            .text("  there " + side(target, against: source), .dialog),
        ]
        if dialog.options.contains(.resume), dialog.conflict.resumable > 0 {
            let part = Format.amount(dialog.conflict.resumable)
            lines.append(.text("  \(part) are there; resume sends what comes after.", .dialog))
        }
        lines.append(.blank)
        for (row, policy) in dialog.options.enumerated() {
            lines.append(
                .option(
                    "\(policy.letter)  \(policy.sentence)", isFocused: row == dialog.cursor))
        }
        lines.append(.blank)
        let reach = dialog.scope == .thisFile ? "this file only" : "all of this batch"
        lines.append(.text("Tab  for: < \(reach) >", .dialogTitle))
        return DialogBox(
            title: NameFit.cut(dialog.name, to: wide - 4), width: wide,
            lines: fitting(lines))
    }

    /// Without empty lines where the screen is too low for them.
    func fitting(_ lines: [DialogLine]) -> [DialogLine] {
        guard lines.count + 2 > size.height else { return lines }
        return lines.filter { line in
            if case .blank = line { return false }
            return true
        }
    }

    /// `212K  Nov 20 23:51  newer  larger`: by what the policies of these names go by.
    private func side(_ entry: Entry, against other: Entry) -> String {
        var facts = [TextFit.right(entry.size.map { Format.size($0) } ?? "?", 5)]
        if let modified = entry.modified {
            facts.append(Format.time(modified, now: now, localOffset: options.localOffset))
            if let than = other.modified {
                switch Timestamp.order(modified, than) {
                case .some(1): facts.append("newer")
                case .some(0): facts.append("same time")
                case .some: break
                case nil: facts.append("by another clock")
                }
            }
        }
        if let size = entry.size, let than = other.size, size > than { facts.append("larger") }
        if entry.kind == .directory { facts.append("a directory") }
        return facts.joined(separator: "  ")
    }

    func box(of dialog: PasswordDialog) -> DialogBox {
        var lines: [DialogLine] = []
        if let detail = dialog.detail {
            for line in TextFit.wrap(VisibleText.make(detail), columns: wide, limit: 3) {
                lines.append(.text(line, .dialogDanger))
            }
        }
        lines.append(.text("The password for \(dialog.site.text):", .dialog))
        lines.append(.field(dialog.field, isFocused: true))
        lines.append(.blank)
        if options.hasKeyring {
            lines.append(
                .text(
                    "Tab  keep it in the keyring once it has worked: < "
                        + "\(dialog.isKept ? "yes" : "no") >", .dialogTitle))
        }
        lines.append(
            .text(
                dialog.asker == .queue
                    ? "Enter: log in, and the transfers go on   Esc: not now"
                    : "Enter: log in   Esc: give up", .dialog))
        return DialogBox(title: "Password", width: wide, lines: lines)
    }
}

extension ConflictPolicy {
    /// What it does, as a choice.
    fileprivate var sentence: String {
        switch self {
        case .ask: "Ask"
        case .overwrite: "Overwrite what is there"
        case .resume: "Resume: go on where it ends"
        case .keepBoth: "Keep both: the new one gets another name"
        case .skip: "Skip this one"
        case .newerWins: "Newer wins"
        case .largerWins: "Larger wins"
        }
    }
}
