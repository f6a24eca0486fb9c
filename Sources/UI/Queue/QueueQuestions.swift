import Jobs

/// What the queue's screen asks before it does something.
extension Model {
    mutating func askPolicy(of job: Job) {
        let keys: [Character] = ["a", "o", "r", "k", "s", "n", "l"]
        let options = zip(keys, ConflictPolicy.allCases).map { key, policy in
            ChoiceDialog.Option(
                key: key, label: policy.title, isCurrent: policy == job.policy,
                outcome: .policy(job.id, policy))
        }
        dialogs.append(.choice(ChoiceDialog(title: "If \(job.shownName) exists", options: options)))
    }

    mutating func askLimit(of job: Job) {
        dialogs.append(
            .input(
                InputDialog(
                    title: "Limit \(job.shownName)",
                    label: "Bytes a second, such as 500K or 2M; empty for no limit:",
                    field: TextField(
                        job.limit.map { RateLimit.text($0) } ?? "", isSelected: true),
                    purpose: .limit(job.id))))
    }

    /// Asks for the speed of all transfers together.
    mutating func askLimit() {
        dialogs.append(
            .input(
                InputDialog(
                    title: "Limit the queue",
                    label: "Bytes a second for all together, such as 2M; empty for no limit:",
                    field: TextField(), purpose: .limit(nil))))
    }

    /// Gives a job up; where it has written something, the user says what becomes of that.
    mutating func cancel(_ job: Job) -> [Effect] {
        guard job.done > 0 || job.filesDone > 0 else {
            return [.control(.cancel(job.id, keepsParts: false))]
        }
        if job.operation == .delete {
            askToStopDeleting(job)
        } else {
            askWhatBecomes(of: job)
        }
        return []
    }

    private mutating func askWhatBecomes(of job: Job) {
        let isDirectory = job.kind == .directory
        let found = "of the \(Format.count(job.filesFound, "file")) found so far"
        let size = job.size.map { " of \(Format.amount($0))" } ?? ""
        let standing =
            if !isDirectory {
                "\(Format.amount(job.done))\(size) are there."
            } else if job.filesDone == 0 {
                "None \(found) is done yet."
            } else {
                "\(job.filesDone) \(found) are done; they stay."
            }
        let what = isDirectory ? "what is unfinished" : "them"
        let goesOn: Bool
        switch job.state {
        case .failed, .cancelled: goesOn = false
        default: goesOn = true
        }
        // Enter alone changes nothing.
        var options = [
            ChoiceDialog.Option(
                key: "g", label: goesOn ? "Go on" : "Leave it as it is", outcome: .nothing)
        ]
        if job.state != .cancelled {
            options.append(
                ChoiceDialog.Option(
                    key: "k", label: "Keep \(what): \(queueKey(.jobRetry)) goes on later",
                    outcome: .cancelJob(job.id, keepsParts: true)))
        }
        options.append(
            ChoiceDialog.Option(
                key: "t", label: "Throw \(what) away",
                outcome: .cancelJob(job.id, keepsParts: false)))
        dialogs.append(
            .choice(
                ChoiceDialog(
                    title: "Cancel \(job.bareName)?", lines: [standing], options: options)))
    }

    private mutating func askToStopDeleting(_ job: Job) {
        dialogs.append(
            .confirm(
                ConfirmDialog(
                    title: "Cancel",
                    lines: [
                        "Stop deleting \(job.bareName)?",
                        "\(job.filesDone) of the \(Format.count(job.filesFound, "file")) found so "
                            + "far are gone.",
                    ], yes: "Stop", no: "Go on", purpose: .cancelJob(job.id))))
    }

    /// Closes the questions about jobs that need none any more.
    mutating func closeStaleCancels() {
        dialogs.removeAll { dialog in
            guard let id = dialog.cancelledJob else { return false }
            guard let job = queue[id] else { return true }
            return job.state == .done || job.state == .skipped
        }
    }

    /// Says in the status bar why an action did nothing.
    mutating func refuse(_ sentence: String) -> [Effect] {
        status.show(sentence, .warning)
        return []
    }
}

extension Dialog {
    /// The job that is about to be given up.
    fileprivate var cancelledJob: JobID? {
        switch self {
        case .confirm(let dialog):
            guard case .cancelJob(let job) = dialog.purpose else { return nil }
            return job
        case .choice(let dialog):
            for option in dialog.options {
                if case .cancelJob(let job, _) = option.outcome { return job }
            }
            return nil
        default: return nil
        }
    }
}
