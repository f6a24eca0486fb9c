import Files
import Jobs
import Words

/// What the queue's screen asks before it does something to a job.
enum JobQuestions {
    /// What is to be done where the target exists.
    static func policy(of jobs: [Job]) -> Outcome {
        let keys: [Character] = ["a", "o", "r", "k", "s", "n", "l"]
        let options = zip(keys, ConflictPolicy.allCases).map { key, policy in
            ChoiceDialog.Option(
                key: key, label: policy.title,
                isCurrent: jobs.allSatisfy { $0.policy == policy },
                outcome: .effects(jobs.map { .control(.setPolicy($0.id, policy)) }))
        }
        let title =
            onlyName(of: jobs).map { tr("If \($0) exists") }
            ?? tr("If any of \(jobs.count) jobs exists")
        return .present(ChoiceDialog(title: title, options: options))
    }

    /// The answers that hold for whole sites, to take one back.
    static func siteAnswers(_ workspace: Workspace) -> Outcome? {
        let answers = workspace.queue.answers
        guard !answers.isEmpty else { return nil }
        // Letters that choose, of which there are enough for any list that a screen can hold.
        let keys = Array("123456789abcdefghijklmnoprstuvwxyz")
        let options = zip(keys, answers).map { key, answer in
            let name = workspace.siteTitles.shownName(of: answer.site)
            let policy = answer.policy.title
            return ChoiceDialog.Option(
                key: key,
                label: answer.way == .to
                    ? tr("To \(name): \(policy)") : tr("From \(name): \(policy)"),
                outcome: [.control(.forgetAnswer(answer.site, answer.way))])
        }
        return .present(
            ChoiceDialog(
                title: tr("Answers that always hold"),
                lines: [
                    tr("Where a name is taken, these are not asked about. Choose one to remove it.")
                ],
                options: options))
    }

    /// The most bytes a second that a job may take.
    static func limit(of jobs: [Job]) -> Outcome {
        let limits = Set(jobs.map(\.limit))
        let limit = limits.count == 1 ? limits.first ?? nil : nil
        return self.limit(
            onlyName(of: jobs).map { tr("Limit \($0)") } ?? tr("Limit any of \(jobs.count) jobs"),
            label: jobs.count == 1
                ? tr("Bytes per second, such as 500K or 2M; empty for no limit:")
                : tr("Bytes per second for each, such as 500K or 2M; empty for no limit:"),
            TextField(limit.map { RateLimit.text($0) } ?? "", isSelected: true)
        ) { limit in jobs.map { .limit($0.id, limit) } }
    }

    /// The job's name; nil for several.
    private static func onlyName(of jobs: [Job]) -> String? {
        jobs.count == 1 ? jobs.first?.shownName : nil
    }

    /// The most bytes a second that all transfers may take together.
    static func limitOfAll(_ limit: TimedRate) -> Outcome {
        self.limit(
            tr("Limit the queue"),
            label: tr("Bytes per second for all jobs, such as 2M; empty for no limit:"),
            TextField(
                limit.bytesPerSecond.map { RateLimit.text($0) } ?? "", isSelected: true)
        ) { [.limitAll($0)] }
    }

    private static func limit(
        _ title: String, label: String, _ field: TextField,
        _ commands: @escaping @Sendable (UInt64?) -> [QueueCommand]
    ) -> Outcome {
        let dialog = InputDialog(title: title, label: label, field: field) { text, _ in
            guard let limit = RateLimit.parse(text) else {
                return .refused(tr("Type a number of bytes per second, such as 500K or 2M."))
            }
            return .accepted(.effects(commands(limit).map { .control($0) }))
        }
        return .present(dialog)
    }

    /// How many connections transfers may have to a site.
    static func connections(to site: Site) -> Outcome {
        let dialog = InputDialog(
            title: tr("Connections to \(VisibleText.make(site.host))"),
            label: tr("Maximum, from 1 to 16; empty for automatic:"), field: TextField()
        ) { text, _ in
            let written = text.filter { $0 != " " }
            guard !written.isEmpty else { return .accepted([.control(.connections(site, nil))]) }
            guard let count = Int(written), (1...16).contains(count) else {
                return .refused(tr("Type a number from 1 to 16, or leave it empty."))
            }
            return .accepted([.control(.connections(site, count))])
        }
        return .present(dialog)
    }

    /// Gives a job up; where it has written something, the user says what becomes of that.
    static func cancel(_ job: Job, _ workspace: Workspace) -> Outcome {
        guard job.done > 0 || job.filesDone > 0 else {
            return [.control(.cancel(job.id, keepsParts: false))]
        }
        if job.operation.isPlan { return askWhatBecomes(ofPlan: job, workspace) }
        return job.operation.isRemoval
            ? askToStopDeleting(job) : askWhatBecomes(of: job, workspace)
    }

    /// Gives several up, after a question in any case: they may lie outside of the screen.
    static func cancel(_ jobs: [Job], _ workspace: Workspace) -> Outcome {
        func cancel(_ keepsParts: Bool) -> Outcome {
            .effects(jobs.map { .control(.cancel($0.id, keepsParts: keepsParts)) })
        }
        let key = workspace.keymap.queueKey(.jobRetry)
        let options = [
            ChoiceDialog.Option(key: "g", label: tr("Continue"), outcome: .nothing),
            ChoiceDialog.Option(
                key: "k", label: tr("Keep partial files; press \(key) to resume"),
                outcome: cancel(true)),
            ChoiceDialog.Option(
                key: "t", label: tr("Delete partial files"), isGrave: true, outcome: cancel(false)),
        ]
        return .present(
            ChoiceDialog(
                title: tr("Cancel \(jobs.count) marked jobs?"),
                lines: [tr("Files that are complete are kept.")], options: options))
    }

    private static func askWhatBecomes(of job: Job, _ workspace: Workspace) -> Outcome {
        let isDirectory = job.kind == .directory
        let standing =
            if !isDirectory {
                amount(of: job)
            } else if job.filesDone == 0 {
                tr(
                    "No file is done yet, of \(Format.grouped(UInt64(job.filesFound))) found so far."
                )
            } else {
                tr("Files that are done are kept: \(job.filesDone) of \(job.filesFound) so far.")
            }
        let goesOn: Bool
        switch job.state {
        case .failed, .cancelled: goesOn = false
        default: goesOn = true
        }
        // Enter alone changes nothing.
        var options = [
            ChoiceDialog.Option(
                key: "g", label: goesOn ? tr("Continue") : tr("Leave it as it is"),
                outcome: .nothing)
        ]
        // An archive cannot be gone on with.
        if job.state != .cancelled, job.operation != .pack {
            options.append(
                ChoiceDialog.Option(
                    key: "k",
                    label: isDirectory
                        ? tr(
                            "Keep partial files; press \(workspace.keymap.queueKey(.jobRetry)) to resume"
                        )
                        : tr(
                            "Keep the partial file; press \(workspace.keymap.queueKey(.jobRetry)) to resume"
                        ),
                    outcome: [.control(.cancel(job.id, keepsParts: true))]))
        }
        options.append(
            ChoiceDialog.Option(
                key: "t",
                label: isDirectory ? tr("Delete partial files") : tr("Delete the partial file"),
                isGrave: true, outcome: [.control(.cancel(job.id, keepsParts: false))]))
        return .present(
            ChoiceDialog(
                title: tr("Cancel \(job.bareName)?"), lines: [standing], options: options,
                isOver: isOver(job.id)))
    }

    /// How much of a single file is there already, in a sentence.
    private static func amount(of job: Job) -> String {
        let done = Format.amount(job.done)
        let size = job.size.map { Format.amount($0) }
        if job.operation == .pack {
            return size.map { tr("Already packed: \(done) of \($0).") }
                ?? tr("Already packed: \(done).")
        }
        return size.map { tr("Already transferred: \(done) of \($0).") }
            ?? tr("Already transferred: \(done).")
    }

    private static func askWhatBecomes(ofPlan job: Job, _ workspace: Workspace) -> Outcome {
        let retry = workspace.keymap.queueKey(.jobRetry)
        let name = job.bareName
        let title =
            switch PlanWords(job, workspace)?.isMirror {
            case true?: tr("Cancel the mirror of \(name)?")
            case false?: tr("Cancel the synchronisation of \(name)?")
            case nil: tr("Cancel the job of \(name)?")
            }
        // Enter alone changes nothing.
        var options = [
            ChoiceDialog.Option(
                key: "g", label: job.isOver ? tr("Leave it as it is") : tr("Continue"),
                outcome: .nothing)
        ]
        if !job.isOver {
            options.append(
                ChoiceDialog.Option(
                    key: "k", label: tr("Stop; press \(retry) to continue later"),
                    outcome: [.control(.cancel(job.id, keepsParts: true))]))
        }
        options.append(
            ChoiceDialog.Option(
                key: "t", label: tr("Remove it and delete partial files"), isGrave: true,
                outcome: [.control(.cancel(job.id, keepsParts: false))]))
        return .present(
            ChoiceDialog(
                title: title,
                lines: [
                    tr(
                        "What was done stays: \(Format.number(job.filesDone)) of "
                            + "\(Format.count(job.filesFound, "file")).")
                ], options: options, isOver: isOver(job.id)))
    }

    private static func askToStopDeleting(_ job: Job) -> Outcome {
        let files = Format.count(job.filesFound, "file")
        let lines =
            job.operation == .trash
            ? [
                tr("Stop moving \(job.bareName) to the trash?"),
                tr("Already moved: \(job.filesDone) of \(files) found so far."),
            ]
            : [
                tr("Stop deleting \(job.bareName)?"),
                tr("Already deleted: \(job.filesDone) of \(files) found so far."),
            ]
        return .present(
            ConfirmDialog(
                title: tr("Cancel"), lines: lines, yes: tr("Stop"), no: tr("Continue"),
                isGrave: true, outcome: [.control(.cancel(job.id, keepsParts: false))],
                isOver: isOver(job.id)))
    }

    /// Whether a job is gone, or needs no question any more.
    private static func isOver(_ id: JobID) -> @Sendable (Workspace) -> Bool {
        { workspace in
            guard let job = workspace.queue[id] else { return true }
            return job.state == .done || job.state == .skipped
        }
    }

    /// Opens what a job asks; nothing where it asks nothing.
    static func open(of job: Job, _ workspace: inout Workspace) -> Outcome {
        switch job.state {
        case .needsAnswer: ConflictDialog.open(job, &workspace)
        case .needsLogin(let error): PasswordDialog.open(for: job, error, &workspace)
        default: .nothing
        }
    }
}

extension Job {
    /// The server that it is copied from or to; nil where both ends are here.
    var remoteSite: Site? {
        [source.site, target?.site].compactMap(\.self).first(where: \.isRemote)
    }
}

extension Keymap {
    /// The key that does something on the queue's screen.
    func queueKey(_ action: Action) -> String {
        labels(for: action, in: .queue).first ?? action.rawValue
    }
}
