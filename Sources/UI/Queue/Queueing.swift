import Files
import Jobs

extension Model {
    /// Takes in what has changed in the queue; panes whose directory it touched are read again.
    mutating func takeQueue(_ change: QueueChange) -> [Effect] {
        var effects: [Effect] = []
        let wasBusy = queue.count(of: .active) + queue.count(of: .waiting) > 0
        var asks: Job?
        var kept: Job?
        var failed: (job: Job, error: FileSystemError)?
        for job in change.changed {
            let known = queue[job.id]
            let before = known?.state
            if !unproven.isEmpty, job.hasLogin(since: known) {
                for site in [job.source.site, job.target?.site].compactMap({ $0 }) {
                    effects += noteLogin(on: site)
                }
            }
            guard before != job.state else { continue }
            switch job.state {
            case .needsAnswer: asks = job
            case .needsLogin:
                asks = job
                if let site = job.missingLogin { dropUnproven(site) }
            case .failed(let error):
                failed = (job, error)
                if let question = error.question { askTrust(question, of: job, error) }
            case .cancelled where before != nil && job.parent == nil: kept = job
            case .done:
                noteLeftOut(job)
                noteDone(job)
            case .skipped: noteLeftOut(job)
            // What broke the last try is over.
            case .running where job.tries > 1 && status.isTransferTrouble: status = Status()
            default: break
            }
        }
        // A file below a directory leaves when it is done: its row is the directory's.
        let cancelled = change.removed.compactMap { queue[$0] }.filter {
            $0.parent == nil && $0.state != .done && $0.state != .skipped
        }
        queue.apply(change)
        closeAnsweredConflicts()
        closeStaleCancels()
        closeStaleLogins()
        let isBusy = queue.count(of: .active) + queue.count(of: .waiting) > 0
        if let failed {
            let key = keymap.labels(for: .queue, in: context).first
            status.show(failed.error, about: failed.job, hint: key.map { "\($0): queue" })
        } else if let asks {
            noteQuestion(asks)
        } else if status.isQuestion, queue.count(of: .needsYou) == 0 {
            status = Status()
            if !isBusy { noteAllDone() }
        } else if let kept {
            status.show(
                "Cancelled: \(kept.bareName). What it wrote is kept.",
                hint: "\(queueKey(.jobRetry)) in the queue goes on")
        } else if let job = cancelled.last {
            let text =
                cancelled.count == 1 ? job.bareName : Format.count(cancelled.count, "transfer")
            status.show("Cancelled: \(text).")
        } else if wasBusy || leftOutCount > 0, !isBusy {
            noteAllDone()
        }
        return effects
    }

    private mutating func noteQuestion(_ job: Job) {
        let key = keymap.labels(for: .answer, in: context).first
        let count = queue.count(of: .needsYou)
        let others = count > 1 ? " \(Format.count(count, "transfer")) ask." : ""
        if let site = job.missingLogin {
            status.show(
                "'\(job.bareName)' needs the password for \(site.text).\(others)", .warning,
                hint: key.map { "\($0): give it" })
        } else {
            status.show(
                "'\(job.bareName)' is there already.\(others)", .warning,
                hint: key.map { "\($0): choose what to do" })
        }
        status.isQuestion = true
    }

    private mutating func noteAllDone() {
        let failed = queue.count(of: .failed)
        let asking = queue.count(of: .needsYou)
        // An error that is being shown says more.
        guard failed == 0, asking == 0 else { return }
        guard leftOutCount > 0 else { return status.show("All transfers are done.", .good) }
        let key = keymap.labels(for: .queue, in: context).first
        let names = Format.count(leftOutCount, "name")
        status.show(
            "All transfers are done, but \(names) \(leftOutCount == 1 ? "was" : "were") left out.",
            .warning, hint: key.map { "\($0): queue" })
        leftOutCount = 0
    }

    /// Counts what is to be told when all is done; of an earlier process's jobs it was told then.
    private mutating func noteLeftOut(_ job: Job) {
        if !job.leftOut.sentences.isEmpty { leftOutCount += job.leftOut.count }
    }

    /// Marks the panes that show where something was made or removed.
    private mutating func noteDone(_ job: Job) {
        if let target = job.target { noteChange(at: target) }
        if job.operation != .copy { noteChange(at: job.source) }
    }

    /// Marks the panes that show the directory in which something was made or removed.
    mutating func noteChange(at location: Location) {
        for side in Side.allCases where !self[side].isEmpty && self[side].rereadDue == nil {
            let pane = self[side]
            guard touches(location, pane) else { continue }
            // A listing that takes long is not asked for all the time.
            let soon = instant + 0.2
            let earliest = pane.lastListing.map { $0.at + max(1, min(60, 4 * $0.took)) }
            self[side].rereadDue = max(soon, earliest ?? soon)
        }
    }

    /// Whether a place is an entry of the directory that the pane shows.
    private func touches(_ location: Location, _ pane: Pane) -> Bool {
        location.site == pane.site
            && location.path.components.count == pane.path.components.count + 1
            && location.path.isInside(pane.path)
    }

    /// What is due by the clock.
    mutating func tick() -> [Effect] {
        var effects: [Effect] = []
        for side in Side.allCases {
            // What is being marked or typed is not to be moved away under the cursor.
            guard let due = self[side].rereadDue, due <= instant, self[side].pending == nil,
                self[side].visual == nil, typing == nil || side != focus
            else { continue }
            self[side].rereadDue = nil
            guard !self[side].isOffline else { continue }
            effects += reread(side, isQuiet: true)
        }
        return effects
    }
}

extension Job {
    /// Whether the servers that it speaks to have taken its logins since it was `known` last.
    fileprivate func hasLogin(since known: Job?) -> Bool {
        switch state {
        case .done, .needsAnswer, .settling: true
        default: done > known?.done ?? done || filesFound > known?.filesFound ?? filesFound
        }
    }
}
