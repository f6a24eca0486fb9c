import Files
import Jobs
import Terminal
import Words

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
        let state = job.stateWord(whilePaused: workspace.queue.isPaused).text
        let (isSync, target) = (job.operation == .sync, job.target?.text)
        var facts: [(String, String)] = [
            (tr("State"), job.lane.map { tr("\(state), on connection \($0)") } ?? state)
        ]
        facts.append(
            (isSync ? tr("Left", meaning: "the left side") : tr("From"), job.source.text))
        if let target {
            facts.append((isSync ? tr("Right", meaning: "the right side") : tr("To"), target))
        }
        let size = job.size.map { tr("\(Format.grouped($0)) bytes") }
        facts.append((tr("Size"), size ?? tr("not known")))
        facts.append((tr("Done", meaning: "how much of it"), JobDetails.done(of: job)))
        if job.operation.isPlan, job.filesFound > 0 {
            facts.append((tr("Files"), JobDetails.files(ofPlan: job)))
        } else if job.kind == .directory, !job.operation.isPlan {
            let (done, found) = (job.filesDone, job.filesFound)
            let files =
                job.state == .done
                ? tr("\(done) done of \(found) found")
                : tr("\(done) done of \(found) found so far")
            facts.append((tr("Files"), files))
        }
        if !job.operation.isPlan { facts += JobDetails.rules(of: job) }
        let limit = job.limit.map { Format.speed(Double($0)) }
        facts.append((tr("Limit"), limit ?? tr("none", meaning: "no limit")))
        facts.append((tr("Tries"), String(job.tries)))
        let column = TextFit.column(facts.map(\.0), atLeast: 14)
        for (name, value) in facts {
            let wrapped = TextFit.wrap(value, columns: max(1, columns - column), limit: 40)
            for (index, line) in wrapped.enumerated() {
                lines.append(.text(TextFit.left(index == 0 ? name : "", column) + line))
            }
        }
        lines += [.text(""), .heading(tr("What happened"))]
        for sentence in JobStory(job, workspace).sentences {
            lines += TextFit.wrap(sentence, columns: columns, limit: 40).map { .text($0) }
        }
        addFailures(columns: columns)
        let exchanges = workspace.log.newest(JobDetails.logLimit, depth: JobDetails.logDepth) {
            $0.job.map { workspace.queue.isJob($0, within: job.id) } ?? false
        }
        guard !exchanges.isEmpty else { return }
        lines += [.text(""), .heading(tr("Log"))] + exchanges.map { .exchange($0) }
    }

    /// What holds for each file of a job; a plan has settled that before.
    private static func rules(of job: Job) -> [(String, String)] {
        var facts = [(tr("If it exists"), job.policy.title)]
        if !job.operation.isRemoval, job.kind != .file {
            let links = job.links == .follow ? tr("followed") : tr("copied as links")
            facts.append((tr("Links"), links))
        }
        switch job.modes {
        case .source: break
        case .target: facts.append((tr("Permissions"), tr("as the target sets them")))
        case .preserve: facts.append((tr("Permissions"), tr("all kept, with owners")))
        }
        return facts
    }

    private static func done(of job: Job) -> String {
        let bytes = Format.grouped(job.done)
        return job.percent.map { tr("\(bytes) bytes, \($0)%") } ?? tr("\(bytes) bytes")
    }

    private static func files(ofPlan job: Job) -> String {
        let (done, found) = (Format.number(job.filesDone), Format.number(job.filesFound))
        let deleted = Format.number(job.filesDeleted)
        return job.filesDeleted > 0
            ? tr("\(done) of \(found) done, \(deleted) of them deleted")
            : tr("\(done) of \(found) done")
    }

    /// Why single files of a plan could not be done.
    private mutating func addFailures(columns: Int) {
        guard job.operation.isPlan, job.leftOut.count > 0 else { return }
        let sentences = job.leftOut.sentences.map { VisibleText.make($0) }
        lines += [.text(""), .heading(tr("What could not be done"))]
        for sentence in sentences {
            lines += TextFit.wrap(sentence, columns: columns, limit: 40).map { .text($0) }
        }
        let others = job.leftOut.count - sentences.count
        guard others > 0 else { return }
        let counted =
            sentences.isEmpty
            ? Format.count(others, "failure") : Format.count(others, "more failure")
        lines.append(.text(withFullStop(counted)))
    }

    /// Draws the lines from `top` on, or from the nearest there is.
    func draw(from top: Int, _ workspace: Workspace, into frame: inout Frame) {
        frame.drawScreenTitle(job.shownName, aside: tr("job \(job.id.rawValue)"))
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
        case .ask: tr("ask")
        case .overwrite: tr("overwrite")
        case .resume: tr("resume")
        case .keepBoth: tr("keep both")
        case .skip: tr("skip")
        case .newerWins: tr("newer wins")
        case .largerWins: tr("larger wins")
        }
    }
}
