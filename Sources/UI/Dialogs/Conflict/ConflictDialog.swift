import Files
import Jobs
import Terminal

/// A target that exists: both sides, and what can be done.
struct ConflictDialog: Dialog {
    var job: JobID
    var name: String
    var target: String
    var conflict: Conflict
    var scope: AnswerScope = .thisFile
    var options: [ConflictPolicy]
    private(set) var list = ListCursor()

    /// About a job whose target exists; nil where it does not ask any more.
    init?(_ job: Job) {
        guard case .needsAnswer(let conflict) = job.state else { return nil }
        self.job = job.id
        name = job.source.path.name?.text(on: job.source.site) ?? job.source.text
        target = job.target?.text ?? ""
        self.conflict = conflict
        options = [.overwrite]
        if conflict.canResume(job) { options.append(.resume) }
        options += [.keepBoth, .skip, .newerWins, .largerWins]
        // Enter alone must not cost anybody a file.
        move(to: options.firstIndex(of: .skip) ?? 0)
    }

    var isGrave: Bool { true }

    func isGraveAnswer(_ key: Key) -> Bool {
        let policy: ConflictPolicy? =
            switch (key.code, key.modifiers) {
            case (.enter, []): options.indices.contains(list.cursor) ? options[list.cursor] : nil
            case (.character(let letter), []): options.first { $0.letter == letter }
            default: nil
            }
        return switch policy {
        case .overwrite, .resume, .newerWins, .largerWins: true
        case .skip, .keepBoth, .ask, nil: false
        }
    }

    func isOver(in workspace: Workspace) -> Bool {
        guard let job = workspace.queue[job], case .needsAnswer = job.state else { return true }
        return false
    }

    private mutating func move(to row: Int) {
        list.move(to: row, count: options.count, height: options.count)
    }

    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply {
        if key.closesDialog || key == Key("q") { return .cancelled }
        switch (key.code, key.modifiers) {
        case (.enter, []):
            guard options.indices.contains(list.cursor) else { return .stays }
            return answer(options[list.cursor])
        case (.down, []):
            move(to: list.cursor + 1)
        case (.up, []):
            move(to: list.cursor - 1)
        case (.tab, _), (.character("a"), []), (.left, []), (.right, []), (.character(" "), []):
            scope = scope == .thisFile ? .batch : .thisFile
        case (.character(let letter), []):
            if let policy = options.first(where: { $0.letter == letter }) {
                return answer(policy)
            }
        default:
            break
        }
        return .stays
    }

    mutating func press(option: Int, _ workspace: inout Workspace) -> DialogReply {
        move(to: option)
        return take(Key(.enter), &workspace)
    }

    private func answer(_ policy: ConflictPolicy) -> DialogReply {
        .closes([.control(.answer(job, policy, scope))])
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
