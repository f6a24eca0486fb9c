import Files
import Jobs
import Terminal
import Words

extension ConflictDialog {
    func box(in workspace: Workspace) -> DialogBox {
        let wide = DialogBox.wide(in: workspace.size)
        var lines: [DialogLine] = [
            .text(tr("The target already exists:"), .dialog),
            .text("  " + TextFit.cutStart(job.target?.text ?? "", to: wide - 2), .dialog),
            .blank,
        ]
        lines += sides(workspace).map { .text("  " + $0, .dialog) }
        let findings = findings(columns: wide)
        if !findings.isEmpty { lines.append(.blank) }
        lines += findings.map { .text($0, .dialog) }
        lines.append(.blank)
        switch mode {
        case .choosing: lines += choices(workspace)
        case .naming(let field, let refusal):
            lines.append(.text(tr("Name for the new file, in the same directory:"), .dialog))
            lines.append(.field(field, isFocused: true))
            lines += DialogLine.refusal(refusal, columns: wide)
            lines.append(
                .keys([(tr("Enter: rename"), Key(.enter)), (tr("Esc: back"), Key(.escape))]))
        case .picking(let field, let refusal):
            lines.append(
                .text(tr("Names that the answer holds for, such as *.jpg, in this batch:"), .dialog)
            )
            lines.append(.field(field, isFocused: true))
            lines += DialogLine.refusal(refusal, columns: wide)
            lines.append(
                .keys([
                    (tr("Enter: use the pattern"), Key(.enter)),
                    (tr("Esc: back"), Key(.escape)),
                ]))
        }
        let name = job.source.path.name?.text(on: job.source.site) ?? job.source.text
        return DialogBox(
            title: NameFit.cut(name, to: wide - 4), width: wide,
            lines: DialogBox.fitting(lines, in: workspace.size))
    }

    private func choices(_ workspace: Workspace) -> [DialogLine] {
        var lines = options.enumerated().map { row, option in
            DialogLine.option(
                "\(option.letter)  \(option.sentence)", isFocused: row == list.cursor)
        }
        lines.append(.blank)
        let words = reach.words(for: scope, workspace.siteTitles)
        let row = options.count
        let reaching = tr("for: < \(words) >")
        let changing = tr("Change the pattern (\(VisibleText.make(pattern)))")
        lines.append(.option("Tab  \(reaching)", isFocused: list.cursor == row))
        lines.append(.option("p  \(changing)", isFocused: list.cursor == row + 1))
        return lines
    }

    // MARK: Both sides

    /// What the new file and the one that is there are called, in columns of the same width.
    private static var sideNames: [String] {
        let names = [tr("new", meaning: "the file that would replace another"), tr("there")]
        return names.map { TextFit.left($0, TextFit.column(names, atLeast: 7)) }
    }

    /// `new    216,884 bytes  2026-11-20 23:51:00  newer`, and the same of what is there.
    private func sides(_ workspace: Workspace) -> [String] {
        let (source, target) = (conflict.source, conflict.target)
        let sizes = [source, target].map { amount($0) }
        let times = [source, target].map { time($0, workspace) }
        let order = ConflictDialog.order(source, target)
        let isLarger = [
            (source.size ?? 0) > (target.size ?? .max), (target.size ?? 0) > (source.size ?? .max),
        ]
        let isOfTwoClocks = source.modified != nil && target.modified != nil && order == nil
        let ages =
            switch order {
            case 1: [tr("newer"), ""]
            case -1: ["", tr("newer")]
            case 0: [tr("same time"), tr("same time")]
            default:
                isOfTwoClocks ? [tr("from another clock"), tr("from another clock")] : ["", ""]
            }
        let widths = (
            sizes.map { CharacterWidth.of($0) }.max() ?? 0,
            times.map { CharacterWidth.of($0) }.max() ?? 0
        )
        return ConflictDialog.sideNames.enumerated().map { row, side in
            var text = side + TextFit.right(sizes[row], widths.0) + "  "
            text +=
                times[row] + String(repeating: " ", count: widths.1 - CharacterWidth.of(times[row]))
            if !ages[row].isEmpty { text += "  \(ages[row])" }
            if isLarger[row] { text += "  " + tr("larger") }
            return text
        }
    }

    private func amount(_ entry: Entry) -> String {
        if entry.kind == .directory { return tr("a directory") }
        guard let size = entry.size else { return tr("size unknown") }
        return counted(size, shown: Format.grouped(size), countable("byte"))
    }

    /// As exactly as both are known, so that they can be compared with the eye.
    private func time(_ entry: Entry, _ workspace: Workspace) -> String {
        guard var time = entry.modified else { return tr("time unknown") }
        for other in [conflict.source.modified, conflict.target.modified] {
            if let other { time.precision = min(time.precision, other.precision) }
        }
        let isZoned = time.isZoned
        // Of another clock it is as that one shows it, which is said beside it.
        time.isZoned = true
        return LocalTime.text(of: time) { isZoned ? workspace.options.localOffset($0) : 0 }
    }

    /// As the policies go by it.
    private static func order(_ source: Entry, _ target: Entry) -> Int? {
        guard let modified = source.modified, let than = target.modified else { return nil }
        return Timestamp.order(modified, than)
    }

    /// What comparing both has shown.
    private func findings(columns: Int) -> [String] {
        var lines: [String] = []
        let isSameSize = conflict.source.size != nil && conflict.source.size == conflict.target.size
        if conflict.target.kind == .file, isSameSize,
            ConflictDialog.order(conflict.source, conflict.target) == 0, !isKnown
        {
            lines.append(tr("Same size and time: probably the same file."))
        }
        if options.contains(.policy(.resume)), conflict.resumable > 0 {
            let part = Format.grouped(conflict.resumable)
            lines.append(tr("\(part) bytes are already there; resume sends the rest."))
        }
        switch contents {
        case .none: break
        case .pending: lines.append(tr("Comparing their contents…"))
        case .known(.success(.same)): lines.append(tr("Their contents are the same."))
        case .known(.success(.sameBeginning(let count))):
            lines.append(tr("Their first \(Format.grouped(count)) bytes are the same."))
        case .known(.success(.byte(let offset))):
            lines.append(tr("They differ from byte \(Format.grouped(offset)) on."))
        case .known(.success(.line(let number, let new, let there))):
            lines.append(tr("Line \(Format.grouped(UInt64(number))) is the first that differs:"))
            for (side, line) in zip(ConflictDialog.sideNames, [new, there]) {
                lines.append(TextFit.cut("  \(side)\(line ?? tr("(no such line)"))", to: columns))
            }
        case .known(.failure(let error)):
            lines += TextFit.wrap(
                tr("Their contents could not be compared. \(error.message)"), columns: columns,
                limit: 3
            )
        }
        return lines
    }

    /// Whether their contents were compared.
    private var isKnown: Bool {
        if case .known(.success) = contents { true } else { false }
    }
}
