import Files
import Jobs
import Terminal

extension Model {
    /// Everything that is known of one job, over the whole screen.
    func drawJobDetails(_ job: Job, top: Int, into frame: inout Frame) {
        drawScreenTitle(job.shownName, aside: "job \(job.id.rawValue)", into: &frame)
        let body = screenBody
        let lines = jobDetailLines(job)
        let top = max(0, min(top, lines.count - body.height))
        for (row, line) in lines.dropFirst(top).prefix(body.height).enumerated() {
            let role: Role = line.isHeading ? .strong : .text
            frame.put(line.text, x: 1, y: body.y + row, role: role)
        }
        drawScreenStatus(into: &frame)
        drawKeyHints(into: &frame)
    }

    /// The facts, then the story, each wrapped to the screen.
    func jobDetailLines(_ job: Job) -> [(text: String, isHeading: Bool)] {
        let columns = max(1, size.width - 2)
        var facts: [(String, String)] = [
            (
                "State",
                job.stateWord(whilePaused: queue.isPaused)
                    + (job.lane.map { ", on connection \($0)" } ?? "")
            ),
            ("From", job.source.text),
        ]
        if let target = job.target { facts.append(("To", target.text)) }
        facts.append(("Size", job.size.map { Format.grouped($0) + " bytes" } ?? "not known"))
        facts.append(
            ("Done", Format.grouped(job.done) + " bytes" + (job.percent.map { ", \($0)%" } ?? "")))
        if job.kind == .directory {
            let rest = job.state == .done ? "" : " so far"
            facts.append(("Files", "\(job.filesDone) done of \(job.filesFound) found\(rest)"))
        }
        facts.append(("If it exists", job.policy.title))
        if job.operation != .delete, job.kind != .file {
            facts.append(("Links", job.links == .follow ? "followed" : "copied as links"))
        }
        facts.append(("Limit", job.limit.map { Format.speed(Double($0)) } ?? "none"))
        facts.append(("Tries", String(job.tries)))
        var lines: [(text: String, isHeading: Bool)] = []
        for (name, value) in facts {
            let wrapped = TextFit.wrap(value, columns: max(1, columns - 14), limit: 40)
            for (index, line) in wrapped.enumerated() {
                lines.append((TextFit.left(index == 0 ? name : "", 14) + line, false))
            }
        }
        lines.append(("", false))
        lines.append(("What happened", true))
        for sentence in jobStory(job) {
            lines += TextFit.wrap(sentence, columns: columns, limit: 40).map { ($0, false) }
        }
        return lines
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
        case .newerWins: "the newer wins"
        case .largerWins: "the larger wins"
        }
    }
}
