import Files
import Jobs
import Terminal
import Words

/// What a row of the queue, of the strip or of the visits shows, of a job or of a visit.
struct TransferRow {
    /// The state, for a list and for the strip.
    var word: String
    var stripWord: String
    /// One column: which way the bytes go; empty where the name says it.
    var mark: String
    var role: Role
    var name: String
    /// Where it goes, or who it is.
    var target: String
    var size: UInt64?
    /// 0…100
    var percent: Int?
    var speed: String
    var secondsLeft: Double?
    /// What takes the place of speed and time left, where there are none: `stalled 12 s`.
    var delay: String?
    var tries = 0
    var hasBar = true

    /// Who it is, of a visit.
    private var visitor: String?

    /// The name for so many columns; with the visitor behind it where the row shows no target and
    /// both can be read.
    func shownName(columns: Int, hasTarget: Bool, among names: DistinctNames) -> String {
        guard !hasTarget, let visitor, columns >= CharacterWidth.of(visitor) + 12 else {
            return names[name] ?? name
        }
        return NameFit.cut(name, to: columns - CharacterWidth.of(visitor) - 1) + " " + visitor
    }

    /// `lead` is in front of the name.
    init(_ job: Job, in workspace: Workspace, lead: String = "") {
        let (options, isPaused) = (workspace.options, workspace.queue.isPaused)
        let state = job.stateWord(whilePaused: isPaused)
        word = state.text
        stripWord = (state == job.stateWord ? job.stripWord : state).stripText
        role = job.role
        mark = job.mark(options.glyphs)
        name = lead + job.shownName
        if options.isPlain { (mark, name) = ("", lead + "\(mark) \(job.shownName)") }
        target = job.shownTarget(home: options.home, workspace.siteTitles)
        size = job.size
        percent = job.percent
        speed = job.shownSpeed
        secondsLeft = job.secondsLeft
        delay = TransferRow.delay(of: job, in: workspace)
        tries = job.tries
        // Nothing can be said of what has no size.
        hasBar = !job.operation.isRemoval
    }

    /// All rows of a batch that has more than one, of which these run.
    init(_ totals: BatchTotals, running jobs: [Job], like first: Job, in workspace: Workspace) {
        self.init(first, in: workspace)
        let items = Format.grouped(UInt64(max(0, totals.count)))
        let lead = workspace.options.isPlain ? first.mark(workspace.glyphs) + " " : ""
        let (filesDone, files) = (max(0, totals.filesDone), max(0, totals.files))
        name = lead + tr("\(items) items \(filesDone)/\(files) files")
        let (done, whole) = jobs.reduce((0.0, 0.0)) { sums, job in
            guard let size = job.expectedSize, let fraction = job.fraction else { return sums }
            return (sums.0 + size * fraction, sums.1 + size)
        }
        let rate = jobs.reduce(0) { $0 + ($1.isMoving ? max(0, $1.speed ?? 0) : 0) }
        size = nil
        percent = TransferRow.percent(of: totals, running: jobs)
        speed = rate > 0 ? Format.speed(rate) : ""
        // What has not begun is not known well enough for a time.
        secondsLeft = totals.unfinished == jobs.count && rate > 0 ? (whole - done) / rate : nil
        delay = nil
        tries = 0
    }

    /// By its files, of which one that runs counts by how much of it is done.
    private static func percent(of totals: BatchTotals, running jobs: [Job]) -> Int? {
        guard totals.files > 0 else { return nil }
        let begun = jobs.reduce(0.0) { $0 + ($1.kind == .directory ? 0 : $1.fraction ?? 0) }
        let share = (Double(totals.filesDone) + begun) / Double(totals.files)
        return Int(max(0, min(1, share)) * 100)
    }

    /// What a job waits for that ought to move.
    private static func delay(of job: Job, in workspace: Workspace) -> String? {
        let queue = workspace.queue
        guard !queue.isPaused else { return nil }
        switch (job.state, job.wait) {
        case (.waiting, .retry(let seconds)): return tr("retrying in \(shown(seconds)) s")
        case (.waiting, .reconnect(let seconds)): return tr("reconnecting in \(shown(seconds)) s")
        case (.waiting, .connecting): return tr("reconnecting")
        default: break
        }
        guard job.via != .fxp, let seconds = queue.progress.stall(of: job, at: workspace.instant)
        else { return nil }
        return seconds < 100
            ? tr("stalled \(seconds) s") : tr("stalled \(Format.duration(Double(seconds)))")
    }

    /// Seconds of a wait, in four columns at most.
    private static func shown(_ seconds: Int) -> Int { min(9_999, max(0, seconds)) }

    init(_ visit: Visit, _ glyphs: Glyphs) {
        let isOut = visit.direction == .download
        let state: JobWord
        switch visit.state {
        case .running:
            state = isOut ? .sending : .taking
            role = isOut ? .transferUp : .transferDown
        case .done: (state, role) = (.done, .transferDone)
        case .failed: (state, role) = (.failed, .transferFailed)
        case .kicked: (state, role) = (.kicked, .transferDone)
        }
        (word, stripWord) = (state.text, state.stripText)
        // In a screen that is read out the state says it.
        mark = glyphs.isPlain ? "" : isOut ? glyphs.up : glyphs.down
        name = visit.shownName
        target = VisibleText.make(visit.visitor)
        visitor = target
        size = visit.size
        percent = visit.percent
        speed = visit.shownSpeed
        secondsLeft = visit.secondsLeft
    }
}

extension Visit {
    /// Below the shared directory; its own name is not the visitor's to see.
    var shownName: String {
        path.isRoot ? tr("the whole directory") : String(path.text.dropFirst())
    }

    /// 0…100; nil where the size is not known.
    var percent: Int? {
        if state == .done { return 100 }
        guard let size else { return nil }
        return size == 0 ? 0 : Int(min(100, Double(done) / Double(size) * 100))
    }

    var shownSpeed: String {
        guard state == .running, let speed, speed.isFinite, speed >= 0 else { return "" }
        return Format.speed(speed)
    }

    /// Seconds left at the present speed.
    var secondsLeft: Double? {
        guard state == .running, let size, let speed, speed > 0, size >= done else { return nil }
        return Double(size - done) / speed
    }

    /// Who does what, and how it stands: a sentence each.
    var story: [String] {
        let who = VisibleText.make(visitor)
        let amount = Format.amount(done)
        let far = size.map { tr("\(amount) of \(Format.amount($0))") } ?? amount
        switch state {
        case .running:
            return [
                direction == .download
                    ? tr("\(who) is downloading it: \(far) so far.")
                    : tr("\(who) is uploading it: \(far) so far.")
            ]
        case .done:
            return [
                direction == .download
                    ? tr("\(who) downloaded \(amount).") : tr("\(who) uploaded \(amount).")
            ]
        case .kicked: return [tr("\(who) was disconnected at \(far), as you asked.")]
        case .failed(let reason):
            return [tr("\(who) transferred \(far)."), VisibleText.make(reason)]
        }
    }
}
