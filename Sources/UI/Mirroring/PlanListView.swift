import Files
import Sync
import Terminal
import Words

/// Draws the rows of a plan, with more of the one under the cursor below them.
struct PlanListView {
    private let list: PlanList
    private let workspace: Workspace
    private let text: PlanText
    private let layout: PlanLayout

    init(_ list: PlanList, _ workspace: Workspace) {
        self.list = list
        self.workspace = workspace
        text = PlanText(list.plan.order, workspace)
        layout = PlanLayout(size: workspace.size, isMirror: text.isMirror)
    }

    func draw(into frame: inout Frame) {
        let size = workspace.size
        let problems = PlanText.problemCount(list.plan)
        let aside = problems > 0 ? Format.count(problems, "problem") : ""
        frame.drawScreenTitle(
            text.words.title(columns: size.width - CharacterWidth.of(aside) - 4), aside: aside,
            asideRole: .titleWarning)
        let tabs = PlanLayout.tabs(list.index.counts, list.tab, width: size.width)
        for (tab, x, label) in tabs {
            frame.put(
                label, x: x, y: PlanLayout.tabRow,
                role: tab == list.tab ? .titleTabActive : .titleTab)
        }
        let cursor = list.cursor.shown(count: list.count, height: layout.list.height)
        let shown = (0..<layout.list.height).compactMap { line in
            list.row(at: cursor.top + line).map { (index: $0, row: list.plan.rows.row(at: $0)) }
        }
        let isPlain = workspace.options.isPlain
        let paths = shown.map { path(of: $0.row) }
        let deeds = shown.map { isPlain ? words(of: $0.row) : "" }
        let room = layout.pathWidth - (deeds.map { CharacterWidth.of($0) }.max() ?? 0)
        let names = DistinctNames(paths, columns: max(1, room))
        for (line, (index, row)) in shown.enumerated() {
            let path = deeds[line] + (names[paths[line]] ?? paths[line])
            draw(
                row, path, index, y: layout.list.y + line,
                isSelected: cursor.top + line == cursor.cursor, into: &frame)
        }
        if list.count == 0 {
            for (line, words) in TextFit.wrap(emptyText, columns: size.width - 2, limit: 3)
                .enumerated()
            {
                frame.put(words, x: 1, y: layout.list.y + line, role: .text)
            }
        }
        let ticks = text.ticks(list)
        let filter = list.filter.isEmpty ? nil : tr("Filter: \(VisibleText.make(list.filter))")
        frame.drawRule(
            listed([filter, ticks].compactMap(\.self)), y: layout.rule, role: .transferTitle,
            workspace.glyphs)
        drawFoot(shown.first { $0.index == list.row(at: cursor.cursor) }?.row, into: &frame)
    }

    private var emptyText: String {
        if list.index.marks.isEmpty {
            return list.plan.troubles.first
                ?? tr("There is nothing to do; both have the same files.")
        }
        return list.filter.isEmpty
            ? tr("There are no rows of this kind.") : tr("No path here contains this text.")
    }

    /// Below the tops of both sides.
    private func path(of row: PlanRow) -> String {
        let side: ComparedSide = row.difference.entries.first == nil ? .second : .first
        let site = list.plan.order.places[side].site
        let path = row.difference.names[side].map { $0.text(on: site) }.joined(separator: "/")
        switch row.entry?.kind {
        case .directory: return path + "/"
        case .link: return path + "@"
        default: return path
        }
    }

    private func draw(
        _ row: PlanRow, _ path: String, _ index: Int, y: Int, isSelected: Bool,
        into frame: inout Frame
    ) {
        let isTicked = list.isTicked(index)
        let role = isSelected ? Role.transferCursor : self.role(of: row, isTicked)
        if isSelected {
            frame.fill(Rect(x: 0, y: y, width: workspace.size.width, height: 1), role: role)
            frame.focus = Point(x: 0, y: y)
        }
        if row.deed.isRunnable {
            frame.put(isTicked ? "[x]" : "[ ]", x: PlanLayout.tickStart, y: y, role: role)
        }
        if !workspace.options.isPlain {
            frame.put(sign(of: row), x: PlanLayout.signStart, y: y, role: role)
        }
        frame.put(
            path, x: workspace.options.isPlain ? PlanLayout.signStart : layout.pathStart, y: y,
            role: role)
        let size =
            if row.entry?.kind == .directory {
                tr("dir", meaning: "a directory, in the place of its size")
            } else {
                row.entry?.size.map { Format.size($0) } ?? ""
            }
        frame.put(TextFit.right(size, 5), x: layout.sizeStart, y: y, role: role)
        frame.put(
            TextFit.cut(reason(of: row), to: layout.reasonWidth), x: layout.reasonStart, y: y,
            role: role)
    }

    /// The same in words: `new right: `.
    private func words(of row: PlanRow) -> String {
        let deed = row.deed.word
        let words =
            switch row.target {
            case _ where text.isMirror: deed
            case .first: tr("\(deed) left", meaning: "the side that changes")
            case .second: tr("\(deed) right", meaning: "the side that changes")
            case nil: deed
            }
        return "\(words): "
    }

    /// `+`; between two that are alike with the direction: ` >+`, `<> +`.
    private func sign(of row: PlanRow) -> String {
        guard !text.isMirror else { return row.deed.sign }
        switch row.target {
        case .first: return " <\(row.deed.sign)"
        case .second: return " >\(row.deed.sign)"
        case nil: return (row.deed == .keepBoth ? "<>" : "  ") + row.deed.sign
        }
    }

    private func reason(of row: PlanRow) -> String {
        let words = row.words
        return CharacterWidth.of(words) <= layout.reasonWidth ? words : row.shortWords
    }

    private func role(of row: PlanRow, _ isTicked: Bool) -> Role {
        switch row.deed {
        case .conflict: .warning
        case .skip: .muted
        case _ where !isTicked: .muted
        case .delete: .error
        case .create: .good
        // Somebody may want to look at these.
        case .keepBoth: .warning
        case .replace where row.replacesNewer: .warning
        case .replace: .accent
        case .changeMode, .rename: .text
        }
    }

    private func drawFoot(_ row: PlanRow?, into frame: inout Frame) {
        let width = workspace.size.width - 2
        if let row {
            frame.put(
                TextFit.cutStart(path(of: row), to: width), x: 1, y: layout.rule + 1, role: .strong)
            let deed =
                row.makesDirectory && row.deed == .create ? tr("Create") : row.deed.words
            let words = tr("\(deed): \(row.words)")
            for (line, text) in TextFit.wrap(words, columns: width, limit: 2).enumerated() {
                frame.put(text, x: 1, y: layout.rule + 2 + line, role: .text)
            }
        }
        frame.put(
            TextFit.cut(text.totals(list), to: width), x: 1, y: layout.rule + 4, role: .strong)
    }
}

extension PlanDeed {
    /// What is done, in a word or two.
    var words: String {
        switch self {
        case .create: tr("Copy")
        case .replace: tr("Replace")
        case .delete: tr("Delete")
        case .changeMode: tr("Change permissions")
        case .rename: tr("Rename")
        case .keepBoth: tr("Keep both")
        case .conflict: tr("Conflict")
        case .skip: tr("Skip")
        }
    }
}
