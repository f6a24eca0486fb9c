import Files
import Jobs

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
        return "\(job.source.text) \(workspace.glyphs.arrow) \(target.text)"
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

    /// How many connections carry it, while it is under way.
    private var connections: [String] {
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
                return text.prefix(1).uppercased() + text.dropFirst() + "."
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
            return "Everything is paused; \(key(.queuePauseAll)) goes on."
        case .expanding where job.filesFound == 0: return "Its directories are being read."
        case .expanding:
            let left = job.filesFound - min(job.filesDone, job.filesFound)
            return left == 0
                ? "Everything found in it so far is done."
                : "\(left) of the \(job.filesFound) files found in it so far are still to be done."
        case .running: return job.story.isEmpty ? "On its way." : nil
        case .committing: return "All bytes are there; it is being made final."
        case .paused: return "Paused; \(key(.jobPause)) goes on."
        case .needsAnswer(let conflict):
            return "\(conflict.target.name.text(on: job.target?.site ?? .local)) is there already "
                + "(\(fact(conflict.target)); this one: \(fact(conflict.source))). "
                + "\(key(.jobDetails)): choose what to do."
        case .failed(let error):
            return "\(error.message) \(workspace.glyphs.dash) \(key(.jobRetry)) tries again."
        case .needsLogin(let error):
            return
                "\(error.message) \(workspace.glyphs.dash) \(key(.jobDetails)) asks for the password."
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
        case _ where workspace.queue.isPaused: "Everything is paused; \(pauseAll) goes on."
        case .turn: "Waits for its turn."
        case .retry(let seconds): "Tries again in \(seconds) s."
        case .room(let missing): "Waits for room: \(Format.amount(missing)) are missing."
        case .otherProcess: "Another Ferry is writing this file; it waits for that."
        }
    }

    private func fact(_ entry: Entry) -> String {
        let size = entry.size.map { Format.amount($0) } ?? "size unknown"
        guard let modified = entry.modified else { return size }
        let time = Format.time(
            modified, now: workspace.now, localOffset: workspace.options.localOffset)
        return "\(size), \(TextFit.trimmed(time))"
    }
}
