import Files
import Jobs
import Words

/// What happened to a job so far, and what comes next, in words.
struct JobStory {
    private let job: Job
    private let workspace: Workspace

    init(_ job: Job, _ workspace: Workspace) {
        self.job = job
        self.workspace = workspace
    }

    /// Full source and target.
    var route: String {
        guard let target = job.target else { return job.source.text }
        let arrow = workspace.glyphs.arrow(isMirror: job.operation != .sync)
        return "\(job.source.text) \(arrow) \(target.text)"
    }

    /// What happened so far, and what is known of its connections, for a page that says itself how the
    /// job is.
    var remarks: [String] {
        job.story.suffix(20).map { VisibleText.make($0) } + connections
            + [bottleneck].compactMap(\.self)
    }

    /// What happened so far and what comes next, a sentence each; the newest last.
    var sentences: [String] {
        var sentences = job.story.suffix(20).map { VisibleText.make($0) }
        let next = standing
        // What it failed with is told once, with the key that helps.
        if let error = job.trouble {
            while sentences.last == VisibleText.make(error.message) { sentences.removeLast() }
        }
        if let next, sentences.last != next { sentences.append(next) }
        return sentences + connections + [bottleneck].compactMap(\.self)
    }

    /// How many connections carry it, while it is under way. A plan makes others of its own.
    private var connections: [String] {
        guard !job.operation.isPlan else { return [] }
        switch job.state {
        case .expanding, .running:
            let sites = [job.source.site, job.target?.site]
            return workspace.queue.connections.filter { sites.contains($0.site) }.map(\.text)
        default: return []
        }
    }

    /// What keeps it from being faster, as far as that is known.
    private var bottleneck: String? {
        switch job.state {
        case .expanding where workspace.queue.isPaused: nil
        case .expanding, .running:
            job.limitedBy.map { text in
                let text = VisibleText.make(text)
                return withFullStop(text.prefix(1).uppercased() + text.dropFirst())
            }
        default: nil
        }
    }

    /// Where a job stands, in a sentence.
    private var standing: String? {
        let key = workspace.keymap.queueKey
        switch job.state {
        case .waiting: return waitSentence(job.wait, key(.queuePauseAll))
        case .expanding where workspace.queue.isPaused:
            return tr("Everything is paused; press \(key(.queuePauseAll)) to resume.")
        case .expanding where job.filesFound == 0: return tr("Ferry is reading its directories.")
        case .expanding:
            let left = job.filesFound - min(job.filesDone, job.filesFound)
            return left == 0
                ? tr("Everything found so far is done.")
                : tr(
                    "Still to do: \(left) of \(Format.count(job.filesFound, "file")) found so far.")
        case .running where job.operation.isPlan && workspace.queue.isPaused:
            return tr("Everything is paused; press \(key(.queuePauseAll)) to resume.")
        case .running:
            if let stalled { return stalled }
            return job.story.isEmpty ? tr("In progress.") : nil
        case .committing: return tr("All bytes have arrived; the file is being completed.")
        case .paused: return tr("Paused; press \(key(.jobPause)) to resume.")
        case .needsAnswer(let conflict):
            return tr(
                "\(conflict.target.name.text(on: job.target?.site ?? .local)) already exists "
                    + "(\(fact(conflict.target)); this one: \(fact(conflict.source))). Press "
                    + "\(key(.jobDetails)) to choose what to do.")
        case .failed(let error):
            let help = tr("Press \(key(.jobRetry)) to retry.")
            return "\(error.message) \(help)"
        case .needsLogin(let error):
            let help = tr("Press \(key(.jobDetails)) to enter the password.")
            return "\(error.message) \(help)"
        case .skipped: return tr("Skipped; the target was not changed.")
        case .cancelled where job.operation.isPlan:
            return
                tr(
                    "Cancelled; what was already done stays. Press \(key(.jobRetry)) to continue, or "
                        + "\(key(.jobCancel)) to remove it.")
        case .cancelled:
            return tr(
                "Cancelled; the partial file was kept. Press \(key(.jobRetry)) to resume, or "
                    + "\(key(.jobCancel)) to delete it.")
        case .done:
            if let words = PlanWords(job, workspace) { return words.summary(PlanReport(job)) }
            return job.story.isEmpty ? tr("Done.") : nil
        }
    }

    /// That nothing has come for a while, and what follows.
    var stalled: String? {
        guard job.via != .fxp,
            let seconds = workspace.queue.progress.stall(of: job, at: workspace.instant)
        else { return nil }
        let time = seconds < 100 ? tr("\(seconds) s") : Format.duration(Double(seconds))
        guard job.remoteSite != nil else { return tr("Nothing has moved for \(time).") }
        return tr("Nothing has moved for \(time); if that lasts, Ferry reconnects by itself.")
    }

    /// What a job waits for; `pauseAll` is the key that has everything run again.
    func waitSentence(_ wait: Job.Wait, _ pauseAll: String) -> String {
        switch wait {
        case .directory: tr("Its directory is paused.")
        case _ where workspace.queue.isPaused:
            tr("Everything is paused; press \(pauseAll) to resume.")
        case .turn: tr("Waiting for its turn.")
        case .retry(let seconds): tr("Retrying in \(seconds) s.")
        case .reconnect(let seconds): tr("Reconnecting in \(seconds) s.")
        case .connecting: tr("Trying to reach the server again.")
        case .room(let missing):
            tr("Waiting for disk space; \(Format.amount(missing)) more are needed.")
        case .otherProcess: tr("Another Ferry process is writing this file; waiting for it.")
        case .change: watchSentence
        }
    }

    private var watchSentence: String {
        let retry = workspace.keymap.queueKey(.jobRetry)
        if let first = job.leftOut.sentences.first {
            let others = job.leftOut.count - 1
            let more = others > 0 ? " " + withFullStop(Format.count(others, "more failure")) : ""
            let next = tr("Ferry tries again by itself, or press \(retry).")
            return "\(VisibleText.make(first))\(more) \(next)"
        }
        return job.source.site.isLocal
            ? tr("Up to date; waiting for changes.")
            : tr("Up to date; the server is checked every 30 s, or press \(retry).")
    }

    private func fact(_ entry: Entry) -> String {
        let size = entry.size.map { Format.amount($0) } ?? tr("size unknown")
        guard let modified = entry.modified else { return size }
        let time = Format.time(
            modified, now: workspace.now, localOffset: workspace.options.localOffset)
        return listed([size, TextFit.trimmed(time)])
    }
}
