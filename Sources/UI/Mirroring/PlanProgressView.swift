import Files
import Terminal

/// Draws a plan while it is made or runs, and what has come of it.
struct PlanProgressView {
    private let plan: PlanState
    private let workspace: Workspace
    private let text: PlanText

    init(_ plan: PlanState, _ workspace: Workspace) {
        self.plan = plan
        self.workspace = workspace
        text = PlanText(plan.order, workspace)
    }

    /// `scroll` is how far what has failed is scrolled.
    func draw(_ scroll: TextScroll, into frame: inout Frame) {
        let body = workspace.screenBody
        let (words, role) = aside
        frame.drawScreenTitle(
            text.title(columns: body.width - words.count - 4), aside: words, asideRole: role)
        let lines = lines
        let (count, height) = (lines.count, body.height - 1)
        let top = max(0, min(scroll.top, count - height))
        for (row, (line, role)) in lines.dropFirst(top).prefix(height).enumerated() {
            frame.put(
                TextFit.cut(line, to: body.width - 2), x: 1, y: body.y + 1 + row, role: role)
        }
        if let run = plan.run { draw(run, body, into: &frame) }
    }

    /// How many lines there are, and how many of them are seen.
    var extent: (count: Int, height: Int) {
        (lines.count, max(1, workspace.screenBody.height - 1))
    }

    private var aside: (String, Role) {
        switch plan.stage {
        case .comparing: return ("comparing", .title)
        case .running(let run):
            switch run.pace {
            case .moving: return ("\(run.percent)%", .title)
            case .paused: return ("paused", .titleWarning)
            case .stopping: return ("stopping", .titleWarning)
            }
        case .ended(let report):
            if report.isStopped { return ("stopped", .titleWarning) }
            let failed = report.failureCount
            return failed > 0
                ? (Format.count(failed, "failure"), .titleWarning) : ("done", .title)
        case .failed: return ("failed", .titleWarning)
        case .ready: return ("", .title)
        }
    }

    private var lines: [(String, Role)] {
        let columns = workspace.size.width - 2
        switch plan.stage {
        case .comparing(let progress):
            return [
                ("Ferry is comparing both directories.", .text), ("", .text),
                ("\(Format.files(0, directories: progress.directories)) compared", .text),
                ("\(Format.count(progress.differences, "difference")) so far", .text),
            ].filter { !$0.0.hasPrefix("0 files") }
        case .ended(let report):
            var lines: [(String, Role)] = [
                (text.sentence(report), report.failureCount > 0 ? .warning : .good)
            ]
            if report.deleted + report.files > 0, plan.order.keepsReplaced {
                lines.append(("Whatever was deleted or replaced is kept in .ferry-trash.", .text))
            }
            for remark in report.remarks {
                lines += TextFit.wrap(remark, columns: columns).map { ($0, .warning) }
            }
            if report.failureCount > 0 { lines.append(("", .text)) }
            for failure in report.failures {
                lines += TextFit.wrap(failure, columns: columns).map { ($0, .error) }
            }
            let others = report.failureCount - report.failures.count
            if others > 0, !report.failures.isEmpty {
                lines.append(("\(Format.count(others, "more failure")).", .error))
            }
            return lines
        case .failed(let sentence):
            return TextFit.wrap(sentence, columns: columns).map { ($0, .error) }
        case .ready, .running: return []
        }
    }

    // MARK: - While it runs

    private func draw(_ run: PlanRun, _ body: Rect, into frame: inout Frame) {
        let progress = run.progress
        frame.put(step(run), x: 1, y: body.y + 1, role: .strong)
        let width = max(0, body.width - 8)
        let full = width * run.percent / 100
        let y = body.y + 3
        frame.put(
            String(repeating: workspace.glyphs.barFull, count: full), x: 1, y: y,
            role: .transferBarFull)
        frame.put(
            String(repeating: workspace.glyphs.barEmpty, count: width - full), x: 1 + full, y: y,
            role: .transferBarEmpty)
        frame.put(TextFit.right("\(run.percent)%", 5), x: width + 1, y: y, role: .text)
        let all = run.totals.all
        var words = [
            "\(Format.grouped(UInt64(clamping: progress?.files ?? 0))) of "
                + "\(Format.count(all.copied, "file")) copied"
        ]
        if all.bytes > 0 {
            words.append(
                "\(Format.amount(progress?.bytes ?? 0)) of \(Format.amount(all.bytes))")
        }
        if let speed = progress?.speed, run.pace == .moving { words.append(Format.speed(speed)) }
        if let left = run.secondsLeft { words.append("\(Format.duration(left)) left") }
        frame.put(
            TextFit.cut(words.joined(separator: ", "), to: body.width - 2), x: 1, y: y + 1,
            role: .text)
        if all.deletedFiles > 0 {
            let deleted = Format.grouped(UInt64(clamping: progress?.deleted ?? 0))
            frame.put(
                "\(deleted) of \(Format.count(all.deletedFiles, "file")) deleted", x: 1, y: y + 2,
                role: .text)
        }
        if let current = progress?.current {
            frame.put(TextFit.cutStart(current, to: body.width - 2), x: 1, y: y + 4, role: .text)
        }
    }

    private func step(_ run: PlanRun) -> String {
        switch run.pace {
        case .paused: return "Paused"
        case .stopping: return "Stopping"
        case .moving: break
        }
        switch run.progress?.step {
        case nil: return "Starting"
        case .renaming: return "Renaming files"
        case .deleting: return "Deleting files"
        case .copying: return "Copying files"
        case .finishing: return "Finishing"
        }
    }
}
