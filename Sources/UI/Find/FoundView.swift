import Files
import Terminal
import Words

/// Draws what a search has found.
struct FoundView {
    private let list: FoundList?
    private let cursor: ListCursor
    private let workspace: Workspace

    init(_ list: FoundList?, _ cursor: ListCursor, _ workspace: Workspace) {
        self.list = list
        self.cursor = cursor
        self.workspace = workspace
    }

    func draw(_ body: Rect, into frame: inout Frame) {
        guard let list else { return }
        let place = VisibleText.make(workspace.siteTitles.text(of: list.location))
        let words = VisibleText.make(list.words)
        frame.drawScreenTitle(
            words.isEmpty
                ? tr("Found below \(place)") : tr("Found below \(place): \(words)"),
            aside: aside(list))
        let shown = cursor.shown(count: list.entries.count, height: body.height)
        for line in 0..<body.height {
            let row = shown.top + line
            guard list.entries.indices.contains(row) else { break }
            if row == shown.cursor { frame.focus = Point(x: 0, y: body.y + line) }
            draw(
                list.entries[row], isMarked: list.marked.contains(row),
                isSelected: row == shown.cursor,
                Rect(x: 0, y: body.y + line, width: body.width, height: 1), list, &frame)
        }
        if list.entries.isEmpty {
            frame.put(TextFit.cut(note(list), to: body.width - 2), x: 1, y: body.y, role: .text)
        }
        frame.drawRule("", y: body.y + body.height, role: .transferTitle, workspace.glyphs)
        guard list.entries.indices.contains(shown.cursor) else { return }
        let path = list.path(of: list.entries[shown.cursor]).text(on: list.location.site)
        frame.put(
            TextFit.cutStart(path, to: body.width - 2), x: 1, y: body.y + body.height + 1,
            role: .strong)
    }

    /// How many were found, and how the search stands.
    private func aside(_ list: FoundList) -> String {
        let (count, marked) = (list.entries.count, list.marked.count)
        let number = Format.number(count)
        var words = [tr(count, one: "\(number) found", other: "\(number) found")]
        if marked > 0 {
            words.append(tr(marked, one: "\(marked) marked", other: "\(marked) marked"))
        }
        switch list.stage {
        case .running: words.append(tr("searching"))
        case .stopped: words.append(tr("stopped", meaning: "a search"))
        case .failed: words.append(tr("failed", meaning: "a search"))
        case .ended(let end):
            if end.isCut { words.append(tr("there are more")) }
            if end.failureCount > 0 {
                let number = Format.number(end.failureCount)
                words.append(
                    tr(end.failureCount, one: "\(number) not read", other: "\(number) not read"))
            }
        }
        return listed(words)
    }

    private func note(_ list: FoundList) -> String {
        switch list.stage {
        case .running: tr("Searching.")
        case .stopped: tr("The search was stopped before anything was found.")
        case .failed(let sentence): sentence
        case .ended(let end): end.failures.first ?? tr("Nothing was found.")
        }
    }

    private func draw(
        _ found: FoundEntry, isMarked: Bool, isSelected: Bool, _ place: Rect, _ list: FoundList,
        _ frame: inout Frame
    ) {
        let role: Role =
            isSelected
            ? (isMarked ? .paneCursorMarked : .paneCursor) : isMarked ? .paneMarked : .pane
        frame.fill(place, role: role)
        let site = list.location.site
        let width = place.width
        let sizeX = max(20, width - 22)
        let nameWidth = max(10, (sizeX - 3) * 2 / 5)
        let isPlain = workspace.options.isPlain
        if !isPlain {
            frame.put(isMarked ? "*" : isSelected ? ">" : " ", x: 0, y: place.y, role: role)
        }
        let words = isMarked && isPlain ? " (" + tr("marked") + ")" : ""
        let mark = found.entry.kind == .directory ? "/" : found.entry.kind == .link ? "@" : ""
        frame.put(
            NameFit.cut(
                found.entry.name.text(on: site) + mark, to: nameWidth - CharacterWidth.of(words))
                + words, x: 1, y: place.y, role: role)
        let directory = found.names.dropLast().map { $0.text(on: site) }.joined(separator: "/")
        let room = sizeX - nameWidth - 4
        if room > 0 {
            frame.put(
                TextFit.cutStart(directory.isEmpty ? "." : directory, to: room),
                x: nameWidth + 3, y: place.y, role: role)
        }
        let size =
            found.entry.kind == .directory
            ? tr("dir") : found.entry.size.map { Format.size($0) } ?? ""
        frame.put(TextFit.right(size, 6), x: sizeX, y: place.y, role: role)
        if let modified = found.entry.modified {
            let time = Format.time(
                modified, now: workspace.now, localOffset: workspace.options.localOffset)
            frame.put(TextFit.left(time, 13), x: sizeX + 8, y: place.y, role: role)
        }
    }
}
