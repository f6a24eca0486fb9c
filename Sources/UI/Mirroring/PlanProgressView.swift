import Files
import Jobs
import Terminal
import Words

/// Draws a plan while it is made or runs, and what has come of it.
struct PlanProgressView {
    private enum Line {
        case text(String, Role)
        /// How far it is, 0…100.
        case bar(Int)

        static var blank: Line { .text("", .text) }
    }

    private let plan: PlanState
    private let workspace: Workspace
    private let words: PlanWords

    init(_ plan: PlanState, _ workspace: Workspace) {
        self.plan = plan
        self.workspace = workspace
        words = PlanWords(plan.order, workspace)
    }

    /// `scroll` is how far what has failed is scrolled.
    func draw(_ scroll: TextScroll, into frame: inout Frame) {
        let body = workspace.screenBody
        let (aside, role) = aside
        frame.drawScreenTitle(
            words.title(columns: body.width - CharacterWidth.of(aside) - 4), aside: aside,
            asideRole: role)
        let lines = lines
        let (count, height) = (lines.count, body.height - 1)
        let top = max(0, min(scroll.top, count - height))
        for (row, line) in lines.dropFirst(top).prefix(height).enumerated() {
            let y = body.y + 1 + row
            switch line {
            case .text(let text, let role):
                frame.put(TextFit.cut(text, to: body.width - 2), x: 1, y: y, role: role)
            case .bar(let percent): drawBar(percent, y: y, width: body.width - 8, into: &frame)
            }
        }
    }

    /// How many lines there are, and how many of them are seen.
    var extent: (count: Int, height: Int) {
        (lines.count, max(1, workspace.screenBody.height - 1))
    }

    private var columns: Int { workspace.size.width - 2 }

    private func wrapped(_ text: String, _ role: Role) -> [Line] {
        TextFit.wrap(text, columns: columns).map { .text($0, role) }
    }

    private var aside: (String, Role) {
        switch plan.stage {
        case .comparing: return (tr("comparing"), .title)
        case .queueing, .running: return paceAside
        case .ended(let report, _):
            if report.isStopped { return (tr("stopped"), .titleWarning) }
            let failed = report.failureCount
            return failed > 0
                ? (Format.count(failed, "failure"), .titleWarning) : (tr("done"), .title)
        case .failed: return (tr("failed"), .titleWarning)
        case .ready: return ("", .title)
        }
    }

    private var paceAside: (String, Role) {
        switch workspace.planPace {
        case nil, .queueing: (tr("starting"), .title)
        case .moving(let percent): ("\(percent)%", .title)
        case .waiting: (tr("waiting"), .title)
        case .paused, .pausedWithAll: (tr("paused"), .titleWarning)
        case .stopping: (tr("stopping"), .titleWarning)
        case .needsLogin: (tr("password needed"), .titleWarning)
        }
    }

    private var lines: [Line] {
        switch plan.stage {
        case .comparing(let progress):
            var lines: [Line] = [.text(tr("Ferry is comparing both directories."), .text), .blank]
            if progress.directories > 0 {
                let compared = Format.files(0, directories: progress.directories)
                lines.append(.text(tr("\(compared) compared"), .text))
            }
            let found = Format.count(progress.differences, "difference")
            return lines + [.text(tr("\(found) so far"), .text)]
        case .queueing, .running: return runLines
        case .ended(let report, let id): return endLines(report, workspace.queue[id])
        case .failed(let sentence): return wrapped(sentence, .error)
        case .ready: return []
        }
    }

    // MARK: - While it runs

    private var runLines: [Line] {
        let pace = workspace.planPace ?? .queueing
        var lines = headline(pace)
        if let job = workspace.planJob {
            lines += [.blank, .bar(job.percent ?? 0)] + numbers(job)
        }
        // It does nothing there either while it is paused, or lacks a password.
        switch pace {
        case .queueing, .moving, .waiting:
            let key = workspace.keymap.labels(for: .queue, in: .plan).first.map { " (\($0))" } ?? ""
            let hint =
                words.isMirror
                ? tr("You can leave this screen; the mirror continues in the queue\(key).")
                : tr("You can leave this screen; the synchronisation continues in the queue\(key).")
            lines += [.blank] + wrapped(hint, .muted)
        case .paused, .pausedWithAll, .stopping, .needsLogin: break
        }
        guard let job = workspace.planJob else { return lines }
        let remarks = JobStory(job, workspace).remarks.flatMap { wrapped($0, .text) }
        return lines + (remarks.isEmpty ? [] : [.blank]) + remarks
    }

    private func headline(_ pace: PlanPace) -> [Line] {
        switch pace {
        case .queueing: return [.text(tr("Starting"), .strong)]
        case .moving:
            if let stalled = workspace.planJob.flatMap({ JobStory($0, workspace).stalled }) {
                return wrapped(stalled, .warning)
            }
            return [.text(words.isMirror ? tr("Mirroring") : tr("Synchronising"), .strong)]
        case .waiting(let wait):
            let key = workspace.keymap.queueKey(.queuePauseAll)
            let job = workspace.planJob
            return wrapped(
                job.map { JobStory($0, workspace).waitSentence(wait, key) } ?? "", .strong)
        case .paused:
            let key = workspace.keymap.labels(for: .planPause, in: .plan).first
            let words = key.map { tr("Paused; press \($0) to resume.") } ?? tr("Paused")
            return [.text(words, .strong)]
        case .pausedWithAll: return wrapped(PlanCommands.pausedWithAll(workspace), .warning)
        case .stopping: return [.text(tr("Stopping"), .strong)]
        case .needsLogin(let error):
            let key = workspace.keymap.labels(for: .planRun, in: .plan).last
            let help = key.map { tr("Press \($0) to enter the password.") }
            return wrapped(help.map { "\(error.message) \($0)" } ?? error.message, .warning)
        }
    }

    private func numbers(_ job: Job) -> [Line] {
        var words: [String] = []
        if job.filesFound > 0 {
            let files = Format.count(job.filesFound, "file")
            words.append(tr("\(Format.number(job.filesDone)) of \(files) done"))
        }
        if let size = job.size, size > 0 {
            words.append(tr("\(Format.amount(job.done)) of \(Format.amount(size))"))
        }
        if !job.shownSpeed.isEmpty { words.append(job.shownSpeed) }
        if let left = job.secondsLeft {
            words.append(tr("\(Format.duration(left)) left", meaning: "of the time"))
        }
        var lines: [Line] = []
        if !words.isEmpty { lines.append(.text(listed(words), .text)) }
        let report = PlanReport(job)
        if report.deleted > 0 {
            let (files, deleted) = (Format.number(report.files), Format.number(report.deleted))
            lines.append(.text(tr("\(files) copied, \(deleted) deleted"), .text))
        }
        if report.failureCount > 0 {
            lines.append(
                .text(tr("\(Format.number(report.failureCount)) failed so far"), .warning))
        }
        return lines
    }

    private func drawBar(_ percent: Int, y: Int, width: Int, into frame: inout Frame) {
        guard !workspace.options.isPlain else {
            frame.put(tr("\(percent)% done"), x: 1, y: y, role: .text)
            return
        }
        let width = max(0, width)
        let full = width * max(0, min(100, percent)) / 100
        frame.put(
            String(repeating: workspace.glyphs.barFull, count: full), x: 1, y: y,
            role: .transferBarFull)
        frame.put(
            String(repeating: workspace.glyphs.barEmpty, count: width - full), x: 1 + full, y: y,
            role: .transferBarEmpty)
        frame.put(TextFit.right("\(percent)%", 5), x: width + 1, y: y, role: .text)
    }

    // MARK: - The end

    private func endLines(_ report: PlanReport, _ job: Job?) -> [Line] {
        let isUnfinished = report.isStopped || report.failureCount > 0
        var lines = wrapped(words.summary(report), isUnfinished ? .warning : .good)
        if plan.destroys, report.deleted + report.files > 0, plan.order.keepsReplaced {
            lines += wrapped(tr("Whatever was deleted or replaced is kept in .ferry-trash."), .text)
        }
        lines += plan.keptTwice.flatMap { wrapped($0, .text) }
        if isUnfinished, job != nil { lines += wrapped(retryHint(report), .text) }
        lines += report.remarks.flatMap { wrapped($0, .text) }
        if report.failureCount > 0 { lines.append(.blank) }
        lines += [report.reason].compactMap(\.self).flatMap { wrapped($0, .error) }
        lines += report.failures.flatMap { wrapped($0, .error) }
        let others = report.failureCount - report.failures.count
        if others > 0, !report.failures.isEmpty {
            lines.append(.text(withFullStop(Format.count(others, "more failure")), .error))
        }
        return lines
    }

    private func retryHint(_ report: PlanReport) -> String {
        let key = workspace.keymap.labels(for: .jobRetry, in: .plan).first
        guard let key else {
            return report.isStopped
                ? tr("Use the queue to continue where it stopped.")
                : tr("Use the queue to retry what is not done.")
        }
        return report.isStopped
            ? tr("Press \(key) to continue where it stopped.")
            : tr("Press \(key) to retry what is not done.")
    }
}
