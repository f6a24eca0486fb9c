import Files
import Jobs
import Terminal

extension Model {
    /// Opens the question of the first job that has one.
    mutating func answerNext() -> [Effect] {
        guard let job = queue.job(atRow: 0, of: .needsYou) else {
            status.show("No transfer asks anything.")
            return []
        }
        return openQuestion(of: job)
    }

    /// Opens what a job asks; nothing where it asks nothing.
    mutating func openQuestion(of job: Job) -> [Effect] {
        switch job.state {
        case .needsAnswer: openConflict(job.id)
        case .needsLogin(let error): askPassword(for: job, error)
        default: []
        }
    }

    /// Asks what to do about a job whose target exists; nothing where it does not ask any more.
    mutating func openConflict(_ id: JobID) -> [Effect] {
        guard let job = queue[id], case .needsAnswer(let conflict) = job.state else { return [] }
        var options: [ConflictPolicy] = [.overwrite]
        if conflict.canResume(job) { options.append(.resume) }
        options += [.keepBoth, .skip, .newerWins, .largerWins]
        var dialog = ConflictDialog(
            job: id, name: job.source.path.name?.text(on: job.source.site) ?? job.source.text,
            target: job.target?.text ?? "", conflict: conflict, options: options)
        // Enter alone must not cost anybody a file.
        dialog.cursor = options.firstIndex(of: .skip) ?? 0
        dialogs.append(.conflict(dialog))
        return []
    }

    mutating func takeKey(_ key: Key, in dialog: ConflictDialog) -> [Effect] {
        var dialog = dialog
        switch (key.code, key.modifiers) {
        case (.escape, []), (.character("g"), .control), (.character("c"), .control),
            (.character("q"), []):
            dialogs.removeLast()
            return []
        case (.enter, []):
            guard dialog.options.indices.contains(dialog.cursor) else { return [] }
            return answer(dialog, dialog.options[dialog.cursor])
        case (.down, []):
            dialog.cursor = min(dialog.cursor + 1, dialog.options.count - 1)
        case (.up, []):
            dialog.cursor = max(0, dialog.cursor - 1)
        case (.tab, _), (.character("a"), []), (.left, []), (.right, []), (.character(" "), []):
            dialog.scope = dialog.scope == .thisFile ? .batch : .thisFile
        case (.character(let letter), []):
            if let policy = dialog.options.first(where: { $0.letter == letter }) {
                return answer(dialog, policy)
            }
        default:
            break
        }
        replaceDialog(.conflict(dialog))
        return []
    }

    private mutating func answer(_ dialog: ConflictDialog, _ policy: ConflictPolicy) -> [Effect] {
        dialogs.removeLast()
        return [.control(.answer(dialog.job, policy, dialog.scope))]
    }

    /// Closes the questions that have been answered some other way.
    mutating func closeAnsweredConflicts() {
        dialogs.removeAll { dialog in
            guard case .conflict(let conflict) = dialog else { return false }
            guard let job = queue[conflict.job], case .needsAnswer = job.state else { return true }
            return false
        }
    }
}

extension Conflict {
    /// Whether there is a part of the file, or a shorter one, to go on from.
    fileprivate func canResume(_ job: Job) -> Bool {
        guard job.kind == .file, let whole = source.size else { return false }
        let part = resumable > 0 ? resumable : target.size ?? 0
        return part > 0 && part < whole
    }
}

extension ConflictPolicy {
    /// What answers with it in the dialog.
    var letter: Character {
        switch self {
        case .ask: "?"
        case .overwrite: "o"
        case .resume: "r"
        case .keepBoth: "k"
        case .skip: "s"
        case .newerWins: "n"
        case .largerWins: "l"
        }
    }
}
