import Files
import Jobs
import Terminal

/// Everything that is known of one job, over the whole screen.
struct JobDetails {
    /// A row of the screen.
    enum Line {
        case heading(String)
        case text(String)
        case exchange(Exchange)
    }

    /// Lines of the log at most, and lines of it that are looked at for them.
    private static let logLimit = 200
    private static let logDepth = 4_000

    private let job: Job
    /// The facts, then the story, then what its connections said, each wrapped to the screen.
    private(set) var lines: [Line] = []

    /// As the job and the log are now.
    init(_ job: Job, _ workspace: Workspace) {
        self.job = job
        let columns = max(1, workspace.size.width - 2)
        var facts: [(String, String)] = [
            (
                "State",
                job.stateWord(whilePaused: workspace.queue.isPaused)
                    + (job.lane.map { ", on connection \($0)" } ?? "")
            ),
            (job.operation == .sync ? "Left" : "From", job.source.text),
        ]
        if let target = job.target {
            facts.append((job.operation == .sync ? "Right" : "To", target.text))
        }
        facts.append(("Size", job.size.map { Format.grouped($0) + " bytes" } ?? "not known"))
        facts.append(
            ("Done", Format.grouped(job.done) + " bytes" + (job.percent.map { ", \($0)%" } ?? "")))
        if job.operation.isPlan, job.filesFound > 0 {
            facts.append(("Files", JobDetails.files(ofPlan: job)))
        } else if job.kind == .directory, !job.operation.isPlan {
            let rest = job.state == .done ? "" : " so far"
            facts.append(("Files", "\(job.filesDone) done of \(job.filesFound) found\(rest)"))
        }
        if !job.operation.isPlan { facts += JobDetails.rules(of: job) }
        facts.append(("Limit", job.limit.map { Format.speed(Double($0)) } ?? "none"))
        facts.append(("Tries", String(job.tries)))
        for (name, value) in facts {
            let wrapped = TextFit.wrap(value, columns: max(1, columns - 14), limit: 40)
            for (index, line) in wrapped.enumerated() {
                lines.append(.text(TextFit.left(index == 0 ? name : "", 14) + line))
            }
        }
        lines += [.text(""), .heading("What happened")]
        for sentence in JobStory(job, workspace).sentences {
            lines += TextFit.wrap(sentence, columns: columns, limit: 40).map { .text($0) }
        }
        addFailures(columns: columns)
        let exchanges = workspace.log.newest(JobDetails.logLimit, depth: JobDetails.logDepth) {
            $0.job.map { workspace.queue.isJob($0, within: job.id) } ?? false
        }
        guard !exchanges.isEmpty else { return }
        lines += [.text(""), .heading("Log")] + exchanges.map { .exchange($0) }
    }

    /// What holds for each file of a job; a plan has settled that before.
    private static func rules(of job: Job) -> [(String, String)] {
        var facts = [("If it exists", job.policy.title)]
        if !job.operation.isRemoval, job.kind != .file {
            facts.append(("Links", job.links == .follow ? "followed" : "copied as links"))
        }
        switch job.modes {
        case .source: break
        case .target: facts.append(("Permissions", "as the target sets them"))
        case .preserve: facts.append(("Permissions", "all kept, with owners"))
        }
        return facts
    }

    private static func files(ofPlan job: Job) -> String {
        let done =
            "\(Format.number(job.filesDone)) of \(Format.number(job.filesFound)) done"
        return job.filesDeleted > 0
            ? "\(done), \(Format.number(job.filesDeleted)) of them deleted" : done
    }

    /// Why single files of a plan could not be done.
    private mutating func addFailures(columns: Int) {
        guard job.operation.isPlan, job.leftOut.count > 0 else { return }
        let sentences = job.leftOut.sentences.map { VisibleText.make($0) }
        lines += [.text(""), .heading("What could not be done")]
        for sentence in sentences {
            lines += TextFit.wrap(sentence, columns: columns, limit: 40).map { .text($0) }
        }
        let others = job.leftOut.count - sentences.count
        guard others > 0 else { return }
        lines.append(
            .text(Format.count(others, sentences.isEmpty ? "failure" : "more failure") + "."))
    }

    /// Draws the lines from `top` on, or from the nearest there is.
    func draw(from top: Int, _ workspace: Workspace, into frame: inout Frame) {
        frame.drawScreenTitle(job.shownName, aside: "job \(job.id.rawValue)")
        let body = workspace.screenBody
        let top = max(0, min(top, lines.count - body.height))
        for (row, line) in lines.dropFirst(top).prefix(body.height).enumerated() {
            let y = body.y + row
            switch line {
            case .heading(let text): frame.put(text, x: 1, y: y, role: .strong)
            case .text(let text): frame.put(text, x: 1, y: y, role: .text)
            case .exchange(let exchange):
                LogStrip(workspace).drawLine(
                    exchange, Rect(x: 1, y: y, width: body.width - 2, height: 1), isBrief: false,
                    into: &frame)
            }
        }
    }
}

extension ConflictPolicy {
    /// What is done where the target exists.
    package var title: String {
        switch self {
        case .ask: "ask"
        case .overwrite: "overwrite"
        case .resume: "resume"
        case .keepBoth: "keep both"
        case .skip: "skip"
        case .newerWins: "newer wins"
        case .largerWins: "larger wins"
        }
    }
}
