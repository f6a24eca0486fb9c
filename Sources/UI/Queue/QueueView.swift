import Files
import Jobs
import Terminal

extension Model {
    /// The queue's screen: tabs, jobs, and the selected one's story.
    func drawQueue(into frame: inout Frame) {
        if let details = queue.details, let job = queue.current {
            drawJobDetails(job, top: details.top, into: &frame)
            return
        }
        let layout = QueueLayout(size: size)
        drawScreenTitle(
            "Transfer queue", aside: queueSummary,
            asideRole: queue.isPaused ? .titleWarning : .title, into: &frame)
        for (tab, x, text) in QueueLayout.tabs(of: queue, width: size.width) {
            let isActive = tab == queue.tab
            frame.put(text, x: x, y: 1, role: isActive ? .titleTabActive : .titleTab)
        }
        drawQueueHeader(layout, into: &frame)
        var scroll = queue.scroll
        let count = queue.rowCount(of: queue.tab)
        scroll.move(to: scroll.cursor, count: count, height: layout.list.height)
        for row in 0..<layout.list.height {
            guard let shown = queue.row(at: scroll.top + row, of: queue.tab) else { break }
            drawRow(
                transferRow(shown), y: layout.list.y + row,
                isSelected: scroll.top + row == scroll.cursor,
                layout, into: &frame)
        }
        if count == 0 {
            frame.put(emptyQueueText, x: 2, y: layout.list.y + 1, role: .muted)
        }
        drawStory(layout, into: &frame)
        drawScreenStatus(into: &frame)
        drawKeyHints(into: &frame)
    }

    /// `PAUSED`, or how many run and how fast.
    private var queueSummary: String {
        if queue.isPaused { return "PAUSED" }
        let count = queue.rowCount(of: .active)
        if count == 0 { return "idle" }
        let speed = queue.active.reduce(queue.visits.speed) { $0 + ($1.speed ?? 0) }
        return speed > 0 ? "\(count) active, \(Format.speed(speed))" : "\(count) active"
    }

    private var emptyQueueText: String {
        guard queue.tab == .all else { return "No job is here." }
        let key = keymap.labels(for: .copy, in: .pane).first ?? "copy"
        return "The queue is empty: \(key) in a pane copies what is marked."
    }

    private func drawQueueHeader(_ layout: QueueLayout, into frame: inout Frame) {
        frame.fill(Rect(x: 0, y: 2, width: size.width, height: 1), role: .transferTitle)
        frame.put("State", x: 1, y: 2, role: .transferTitle)
        frame.put(
            "What", x: QueueLayout.nameStart, y: 2, role: .transferTitle, limit: layout.nameWidth)
        var x = QueueLayout.nameStart + layout.nameWidth + 1
        if layout.targetWidth > 0 {
            frame.put("To", x: x, y: 2, role: .transferTitle)
            x += layout.targetWidth + 1
        }
        frame.put(
            " Size Done    Speed    Left Try", x: x, y: 2, role: .transferTitle)
    }

    private func transferRow(_ row: QueueRow) -> TransferRow {
        switch row {
        case .job(let job):
            TransferRow(
                job, isPaused: queue.isPaused, home: options.home, isASCII: options.isASCII)
        case .visit(let visit): TransferRow(visit, isASCII: options.isASCII)
        }
    }

    private func drawRow(
        _ row: TransferRow, y: Int, isSelected: Bool, _ layout: QueueLayout, into frame: inout Frame
    ) {
        let role = isSelected ? .transferCursor : row.role
        if isSelected {
            frame.fill(Rect(x: 0, y: y, width: size.width, height: 1), role: role)
        }
        // The longest word takes the margin, so that a blank is left behind it.
        frame.put(row.word, x: row.word.count > 8 ? 0 : 1, y: y, role: role, limit: 9)
        frame.put(row.mark, x: 10, y: y, role: role)
        frame.put(
            TextFit.cut(row.name, to: layout.nameWidth), x: QueueLayout.nameStart, y: y,
            role: role)
        var x = QueueLayout.nameStart + layout.nameWidth + 1
        if layout.targetWidth > 0 {
            let target = TextFit.cutStart(row.target, to: layout.targetWidth)
            frame.put(target, x: x, y: y, role: role)
            x += layout.targetWidth + 1
        }
        let numbers =
            TextFit.right(row.size.map(Format.size) ?? "-", 5)
            + TextFit.right(row.percent.map { "\($0)%" } ?? "-", 5)
            + TextFit.right(row.speed, 9)
            + TextFit.right(row.secondsLeft.map(Format.duration) ?? "", 8)
            + TextFit.right(row.tries > 0 ? String(min(row.tries, 999)) : "", 4)
        frame.put(numbers, x: x, y: y, role: role)
    }

    private func drawStory(_ layout: QueueLayout, into frame: inout Frame) {
        if let visit = queue.currentVisit {
            drawRule(visit.shownName, y: layout.story.y - 1, role: .transferTitle, into: &frame)
            let role: Role = visit.tab == .failed ? .transferFailed : .transfer
            drawStory("A visit to the share", visit.story, role, layout, into: &frame)
            return
        }
        let title = queue.current?.shownName ?? "No job"
        drawRule(title, y: layout.story.y - 1, role: .transferTitle, into: &frame)
        guard let job = queue.current else { return }
        drawStory(jobRoute(job), jobStory(job), job.storyRole, layout, into: &frame)
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

    /// Full source and target.
    func jobRoute(_ job: Job) -> String {
        guard let target = job.target else { return job.source.text }
        return "\(job.source.text) \(arrow) \(target.text)"
    }

    /// What happened so far and what comes next, a sentence each; the newest last.
    func jobStory(_ job: Job) -> [String] {
        var sentences = job.story.suffix(20).map { VisibleText.make($0) }
        let next = jobSentence(job)
        // What it failed with is told once, with the key that helps.
        if let error = job.trouble {
            while sentences.last == VisibleText.make(error.message) { sentences.removeLast() }
        }
        if let next, sentences.last != next { sentences.append(next) }
        return sentences
    }

    /// Where a job stands, in a sentence.
    private func jobSentence(_ job: Job) -> String? {
        let key = queueKey
        switch job.state {
        case .waiting: return waitSentence(job.wait, key(.queuePauseAll))
        case .expanding where queue.isPaused:
            return "Everything is paused; \(key(.queuePauseAll)) goes on."
        case .expanding where job.filesFound == 0: return "Its directories are being read."
        case .expanding:
            let left = job.filesFound - min(job.filesDone, job.filesFound)
            return left == 0
                ? "Everything found in it so far is done."
                : "\(left) of the \(job.filesFound) files found in it so far are still to be done."
        case .running: return job.story.isEmpty ? "On its way." : nil
        case .settling: return "All bytes are there; it is being made final."
        case .paused: return "Paused; \(key(.jobPause)) goes on."
        case .needsAnswer(let conflict):
            return "\(conflict.target.name.text(on: job.target?.site ?? .local)) is there already "
                + "(\(fact(conflict.target)); this one: \(fact(conflict.source))). "
                + "\(key(.jobDetails)): choose what to do."
        case .failed(let error):
            return "\(error.message) \(dash) \(key(.jobRetry)) tries again."
        case .needsLogin(let error):
            return "\(error.message) \(dash) \(key(.jobDetails)) asks for the password."
        case .skipped: return "Skipped: the target stays as it was."
        case .cancelled:
            return "Cancelled; what it wrote is kept. \(key(.jobRetry)) goes on with it, "
                + "\(key(.jobCancel)) throws it away."
        case .done: return job.story.isEmpty ? "Done." : nil
        }
    }

    private func waitSentence(_ wait: Job.Wait, _ pauseAll: String) -> String {
        switch wait {
        case .directory: "Its directory is paused."
        case _ where queue.isPaused: "Everything is paused; \(pauseAll) goes on."
        case .turn: "Waits for its turn."
        case .retry(let seconds): "Tries again in \(seconds) s."
        case .room(let missing): "Waits for room: \(Format.amount(missing)) are missing."
        case .otherProcess: "Another Ferry is writing this file; it waits for that."
        }
    }

    private func fact(_ entry: Entry) -> String {
        let size = entry.size.map { Format.amount($0) } ?? "size unknown"
        guard let modified = entry.modified else { return size }
        let time = Format.time(modified, now: now, localOffset: options.localOffset)
        return "\(size), \(TextFit.trimmed(time))"
    }
}
