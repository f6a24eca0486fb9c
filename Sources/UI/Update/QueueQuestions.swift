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

    mutating func askToCancel(_ job: Job) {
        let done =
            job.kind == .directory
            ? "\(job.filesDone) of \(job.filesFound) files are done; they stay."
            : "\(Format.amount(job.done)) are done; the part is kept for resuming where it can be."
        dialogs.append(
            .confirm(
                ConfirmDialog(
                    title: "Cancel", lines: ["Cancel \(job.shownName)?", done], yes: "Cancel it",
                    no: "Go on", purpose: .cancelJob(job.id))))
    }

    /// Says in the status bar why an action did nothing.
    mutating func refuse(_ sentence: String) -> [Effect] {
        status.show(sentence, .warning)
        return []
    }
}
