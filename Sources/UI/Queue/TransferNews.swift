import Files
import Jobs
import Words

/// Tells the user what has changed in the queue: what asks, what failed, that all is done.
struct TransferNews: Sendable {
    /// Names that were left out since all transfers were done the last time.
    private var leftOutCount = 0

    /// Takes in what has changed in the queue; panes whose directory it touched are read again.
    mutating func take(_ change: QueueChange, _ workspace: inout Workspace) -> Outcome {
        var outcome = Outcome.nothing
        let plans = PlanNews(change, workspace)
        let wasBusy = workspace.queue.isBusy
        var asks: Job?
        var kept: Job?
        var failed: (job: Job, error: FileSystemError)?
        for job in change.changed {
            let known = workspace.queue[job.id]
            let before = known?.state
            if !workspace.logins.isEmpty, job.hasLogin(since: known) {
                for site in [job.source.site, job.target?.site].compactMap({ $0 }) {
                    outcome += workspace.logins.noteLogin(on: site)
                }
            }
            guard before != job.state else { continue }
            switch job.state {
            case .needsAnswer: asks = job
            case .needsLogin:
                asks = job
                if let site = job.missingLogin { workspace.logins.drop(site) }
            case .failed(let error):
                failed = (job, error)
                // Most of what was chosen may have gone.
                if job.chosen != nil { noteDone(job, &workspace) }
                if let question = error.question {
                    outcome += workspace.logins.askTrust(question, of: job, error)
                }
            case .cancelled where before != nil && job.parent == nil:
                kept = job
                if job.chosen != nil { noteDone(job, &workspace) }
            case .done:
                noteLeftOut(job)
                noteDone(job, &workspace)
            case .skipped: noteLeftOut(job)
            // What broke the last try is over.
            case .running where job.tries > 1 && workspace.status.isTransferTrouble:
                workspace.status = Status()
            default: break
            }
        }
        // A file below a directory leaves when it is done: its row is the directory's.
        let cancelled = change.removed.compactMap { workspace.queue[$0] }.filter {
            $0.parent == nil && $0.state != .done && $0.state != .skipped
        }
        workspace.queue.apply(change, at: workspace.instant)
        plans.take(&workspace)
        let isBusy = workspace.queue.isBusy || workspace.queue.isKeepingUp
        // Who has just given the last one up looks at the screen, and it is not done.
        if wasBusy, !isBusy, change.worker != .nobody, kept == nil, cancelled.isEmpty {
            outcome += announcement(plans, workspace)
        }
        if change.worker == .nobody {
            workspace.status.show(
                tr("'ferry queue stop' stopped the transfers."), .warning,
                hint: tr(
                    "press \(workspace.keymap.queueKey(.queuePauseAll)) in the queue to resume"))
        } else if let failed, failed.job.id != plans.told?.id {
            let key = workspace.keymap.labels(for: .queue, in: workspace.context).first
            workspace.status.show(
                failed.error, about: failed.job, hint: key.map { tr("\($0): queue") })
        } else if let asks {
            noteQuestion(asks, &workspace)
        } else if workspace.status.isQuestion, workspace.queue.count(of: .needsYou) == 0 {
            workspace.status = Status()
            if !isBusy { noteAllDone(&workspace) }
        } else if plans.tell(&workspace) {
            // Of all others that end in the same moment, little would be left to say.
        } else if let kept {
            workspace.status.show(
                tr("\(kept.bareName) was cancelled; its partial file was kept."),
                hint: tr("press \(workspace.keymap.queueKey(.jobRetry)) in the queue to resume"))
        } else if let job = cancelled.last {
            let text =
                cancelled.count == 1 ? job.bareName : Format.count(cancelled.count, "transfer")
            workspace.status.show(tr("Cancelled: \(text)."))
        } else if wasBusy || leftOutCount > 0, !isBusy {
            noteAllDone(&workspace)
        }
        return outcome
    }

    /// Marks the panes that show where something was made or removed.
    private func noteDone(_ job: Job, _ workspace: inout Workspace) {
        // `PlanNews` knows what those change that carry plans out.
        guard !job.operation.isPlan else { return }
        // What was chosen came into the directory, or went out of it.
        let isPack = job.operation == .pack
        let places = [job.target, job.operation == .copy || isPack ? nil : job.source]
        for place in places.compactMap(\.self) {
            workspace.panes.noteChange(
                at: place, job.chosen != nil && !isPack ? .inside : .entry, now: workspace.instant)
        }
    }

    /// What the desktop is told where the user wants that: numbers alone, no names.
    private func announcement(_ plans: PlanNews, _ workspace: Workspace) -> Outcome {
        guard workspace.options.announcesDone, !workspace.queue.isPaused else { return .nothing }
        var parts: [String] = []
        let (failed, asking) = (
            workspace.queue.count(of: .failed), workspace.queue.count(of: .needsYou)
        )
        if failed > 0 {
            let transfers = Format.count(failed, "transfer")
            parts.append(tr(failed, one: "\(transfers) failed", other: "\(transfers) failed"))
        }
        if asking > 0 {
            parts.append(tr("\(Format.count(asking, "transfer")) waiting for an answer"))
        }
        let done = plans.announcement(workspace) ?? tr("All transfers have finished.")
        let text = parts.isEmpty ? done : withFullStop(listed(parts))
        return [.announce(text)]
    }

    private func noteQuestion(_ job: Job, _ workspace: inout Workspace) {
        let key = workspace.keymap.labels(for: .answer, in: workspace.context).first
        let count = workspace.queue.count(of: .needsYou)
        let others =
            count > 1 ? " " + tr("\(Format.count(count, "transfer")) need an answer.") : ""
        if let site = job.missingLogin {
            let question = tr("'\(job.bareName)' needs the password for \(site.text).")
            workspace.status.show(
                question + others, .warning, hint: key.map { tr("\($0): give it") })
        } else {
            workspace.status.show(
                tr("'\(job.bareName)' already exists.") + others, .warning,
                hint: key.map { tr("\($0): choose what to do") })
        }
        workspace.status.isQuestion = true
    }

    private mutating func noteAllDone(_ workspace: inout Workspace) {
        let failed = workspace.queue.count(of: .failed)
        let asking = workspace.queue.count(of: .needsYou)
        // An error that is being shown says more.
        guard failed == 0, asking == 0 else { return }
        guard leftOutCount > 0 else {
            return workspace.status.show(tr("All transfers have finished."), .good)
        }
        let key = workspace.keymap.labels(for: .queue, in: workspace.context).first
        let names = Format.count(leftOutCount, "name")
        workspace.status.show(
            tr("All transfers have finished; skipped: \(names)."),
            .warning, hint: key.map { tr("\($0): queue") })
        leftOutCount = 0
    }

    /// Counts what is to be told when all is done; of an earlier process's jobs it was told then.
    private mutating func noteLeftOut(_ job: Job) {
        if !job.operation.isPlan, !job.leftOut.sentences.isEmpty {
            leftOutCount += job.leftOut.count
        }
    }
}

extension Job {
    /// Whether the servers that it speaks to have taken its logins since it was `known` last.
    fileprivate func hasLogin(since known: Job?) -> Bool {
        switch state {
        case .done, .needsAnswer, .committing: true
        default:
            done > known?.done ?? done || filesFound > known?.filesFound ?? filesFound
                || operation.isPlan && filesDone > known?.filesDone ?? filesDone
        }
    }
}
