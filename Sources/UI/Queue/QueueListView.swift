import Files
import Jobs
import Terminal
import Words

/// Draws the queue's list: its tabs, the rows of the one that is shown, and the story of what is
/// selected.
struct QueueListView {
    private let list: QueueList
    private let workspace: Workspace

    static let hints = [
        KeyHint(.jobDetails, tr("details")), KeyHint(.jobPause, tr("pause")),
        KeyHint(.jobCancel, tr("cancel")), KeyHint(.jobRetry, tr("retry")),
        KeyHint(.cancel, tr("back")), KeyHint(.queuePauseAll, tr("all", meaning: "pause all")),
        KeyHint(.jobLater, tr("later")), KeyHint(.jobEarlier, tr("earlier")),
        KeyHint(.jobPolicy, tr("policy")), KeyHint(.jobLimit, tr("limit")),
        KeyHint(.nextTab, tr("tabs")), KeyHint(.clearDone, tr("clear done")),
        KeyHint(.history, tr("history")), KeyHint(.mark, tr("mark")),
        KeyHint(.retryFailed, tr("retry failed")), KeyHint(.help, tr("keys")),
    ]

    /// As both are now.
    init(_ list: QueueList, _ workspace: Workspace) {
        self.list = list
        self.workspace = workspace
    }

    /// All of the screen but its foot.
    func draw(into frame: inout Frame) {
        let (queue, size) = (workspace.queue, workspace.size)
        let layout = QueueLayout(size: size)
        frame.drawScreenTitle(
            list.marks.isEmpty
                ? tr("Transfer queue")
                : tr("Transfer queue") + "  "
                    + tr(
                        list.marks.count, one: "\(list.marks.count) marked",
                        other: "\(list.marks.count) marked"),
            aside: summary(queue),
            asideRole: queue.isPaused ? .titleWarning : .title)
        for (other, x, text) in QueueLayout.tabs(of: queue, list.tab, width: size.width) {
            let isActive = other == list.tab
            frame.put(text, x: x, y: 1, role: isActive ? .titleTabActive : .titleTab)
        }
        drawHeader(layout, into: &frame)
        let count = queue.rowCount(of: list.tab)
        let cursor = list.cursor.shown(count: count, height: layout.list.height)
        let shown = (0..<layout.list.height).compactMap {
            queue.row(at: cursor.top + $0, of: list.tab)
        }
        let rows = shown.map { transferRow($0) }
        let words = list.marks.isEmpty ? 0 : CharacterWidth.of(markWords)
        let names = DistinctNames(rows.map(\.name), columns: max(1, layout.nameWidth - words)) {
            TextFit.cut($0, to: $1)
        }
        for (line, row) in rows.enumerated() {
            drawRow(
                row, names[row.name] ?? row.name, y: layout.list.y + line,
                isSelected: cursor.top + line == cursor.cursor,
                isMarked: shown[line].job.map { list.marks.contains($0.id) } ?? false,
                layout, into: &frame)
        }
        if count == 0 {
            frame.put(emptyText, x: 2, y: layout.list.y + 1, role: .muted)
        }
        drawStory(layout, into: &frame)
    }

    /// What is behind the name of a marked row where no sign is in front of it.
    private var markWords: String { workspace.options.isPlain ? " " + tr("(marked)") : "" }

    /// `PAUSED`, or how many run and how fast; the limit of all, where there is one.
    private func summary(_ queue: QueueState) -> String {
        listed(
            [queue.isPaused ? tr("PAUSED") : pace(queue)] + [queue.limit.words].compactMap(\.self))
    }

    private func pace(_ queue: QueueState) -> String {
        let count = queue.total(of: .active)
        if count == 0 {
            let watching = queue.progress.resting.count
            let waiting = queue.total(of: .waiting) - watching
            if waiting > 0 {
                return tr(waiting, one: "\(waiting) waiting", other: "\(waiting) waiting")
            }
            return watching > 0
                ? tr(watching, one: "\(watching) watching", other: "\(watching) watching")
                : tr("idle")
        }
        let speed = queue.speed
        guard speed > 0 else { return tr("\(count) active") }
        let words = tr("\(count) active, \(Format.speed(speed))")
        // Beside the title, the words and what lies between them.
        let columns = min(60, workspace.size.width - CharacterWidth.of(words) - 40)
        let graph =
            workspace.options.isPlain
            ? "" : queue.graph.text(columns: columns, isASCII: workspace.options.isASCII)
        return graph.isEmpty ? words : "\(graph)  \(words)"
    }

    private var emptyText: String {
        guard list.tab == .all else { return tr("There are no jobs here.") }
        let key = workspace.keymap.labels(for: .copy, in: .pane).first ?? tr("copy")
        return tr("The queue is empty; press \(key) in a pane to copy.")
    }

    private func drawHeader(_ layout: QueueLayout, into frame: inout Frame) {
        frame.fill(Rect(x: 0, y: 2, width: frame.size.width, height: 1), role: .transferTitle)
        frame.put(
            tr("State"), x: 1, y: 2, role: .transferTitle, limit: QueueLayout.nameStart - 2)
        frame.put(
            tr("What"), x: QueueLayout.nameStart, y: 2, role: .transferTitle,
            limit: layout.nameWidth)
        var x = QueueLayout.nameStart + layout.nameWidth + 1
        if layout.targetWidth > 0 {
            frame.put(tr("To"), x: x, y: 2, role: .transferTitle, limit: layout.targetWidth)
            x += layout.targetWidth + 1
        }
        // As wide as the numbers below, with a blank between two.
        let titles: [(String, Int)] = [
            (tr("Size"), 5), (tr("Done", meaning: "how much of it"), 5), (tr("Speed"), 9),
            (tr("Left", meaning: "of the time"), 8), (tr("Try", meaning: "how many tries"), 4),
        ]
        let header = titles.map { " " + TextFit.right($0, $1 - 1) }.joined()
        frame.put(header, x: x, y: 2, role: .transferTitle)
    }

    private func transferRow(_ row: QueueRow) -> TransferRow {
        switch row {
        case .job(let job):
            TransferRow(job, in: workspace, lead: list.tab == .all ? lead(of: job) : "")
        case .visit(let visit): TransferRow(visit, workspace.glyphs)
        }
    }

    /// What stands in front of a job's name: how deep it lies in folders that are open, and whether
    /// it is one that opens.
    private func lead(of job: Job) -> String {
        let indent = String(repeating: "  ", count: min(workspace.queue.depth(of: job), 20))
        return switch workspace.queue.fold(of: job.id) {
        case .none: indent
        case .closed: indent + "\(workspace.glyphs.folderClosed) "
        case .open: indent + "\(workspace.glyphs.folderOpen) "
        }
    }

    private func drawRow(
        _ row: TransferRow, _ name: String, y: Int, isSelected: Bool, isMarked: Bool,
        _ layout: QueueLayout, into frame: inout Frame
    ) {
        let role = isSelected ? .transferCursor : isMarked ? .paneMarked : row.role
        if isSelected {
            frame.fill(Rect(x: 0, y: y, width: frame.size.width, height: 1), role: role)
        }
        // The longest word takes the margin, so that a blank is left behind it.
        let word = TextFit.cut(row.word, to: JobWord.columns)
        frame.put(word, x: CharacterWidth.of(word) < JobWord.columns ? 1 : 0, y: y, role: role)
        frame.put(row.mark, x: QueueLayout.markStart, y: y, role: role)
        if isMarked, !workspace.options.isPlain {
            frame.put("*", x: QueueLayout.markStart + 1, y: y, role: role)
        }
        let mark = isMarked ? markWords : ""
        frame.put(
            NameFit.cut(name, to: layout.nameWidth - CharacterWidth.of(mark)) + mark,
            x: QueueLayout.nameStart, y: y, role: role, limit: layout.nameWidth)
        var x = QueueLayout.nameStart + layout.nameWidth + 1
        if layout.targetWidth > 0 {
            let target = TextFit.cutStart(row.target, to: layout.targetWidth)
            frame.put(target, x: x, y: y, role: role)
            x += layout.targetWidth + 1
        }
        let numbers =
            TextFit.right(row.size.map(Format.size) ?? "-", 5)
            + TextFit.right(row.percent.map { "\($0)%" } ?? "-", 5)
            + (row.delay.map { TextFit.right($0, 21) }
                ?? TextFit.right(row.speed, 9)
                + TextFit.right(row.secondsLeft.map(Format.duration) ?? "", 8)
                + TextFit.right(row.tries > 0 ? String(min(row.tries, 999)) : "", 4))
        frame.put(numbers, x: x, y: y, role: role)
    }

    private func drawStory(_ layout: QueueLayout, into frame: inout Frame) {
        let y = layout.story.y - 1
        let current = list.current(of: workspace.queue)
        if let visit = current?.visit {
            frame.drawRule(visit.shownName, y: y, role: .transferTitle, workspace.glyphs)
            let role: Role = visit.tab == .failed ? .transferFailed : .transfer
            drawStory(tr("A visit to the share"), visit.story, role, layout, into: &frame)
            return
        }
        let job = current?.job
        frame.drawRule(
            job?.shownName ?? tr("No job"), y: y, role: .transferTitle, workspace.glyphs)
        guard let job else { return }
        let story = JobStory(job, workspace)
        drawStory(story.route, story.sentences, job.storyRole, layout, into: &frame)
    }

    private func drawStory(
        _ heading: String, _ sentences: [String], _ role: Role, _ layout: QueueLayout,
        into frame: inout Frame
    ) {
        let route = TextFit.wrap(
            heading, columns: layout.story.width, limit: layout.story.height > 3 ? 2 : 1)
        for (row, line) in route.enumerated() {
            frame.put(line, x: layout.story.x, y: layout.story.y + row, role: .strong)
        }
        let room = layout.story.height - route.count
        let story = sentences.flatMap { TextFit.wrap($0, columns: layout.story.width) }
        // The newest is last, and matters most.
        for (row, line) in story.suffix(room).enumerated() {
            let y = layout.story.y + route.count + row
            frame.put(line, x: layout.story.x, y: y, role: role)
        }
    }
}
