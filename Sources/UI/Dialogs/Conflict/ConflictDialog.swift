import Files
import Jobs
import Terminal
import Words

/// A target that exists: both sides, and what can be done.
struct ConflictDialog: Dialog {
    /// What the keyboard is for.
    enum Mode: Sendable {
        case choosing
        /// Another name is typed for the new file; why the last one cannot be used.
        case naming(TextField, refusal: String?)
        /// The names that the answer is to hold for are typed.
        case picking(TextField, refusal: String?)
    }

    /// What is known of the contents of both.
    enum Contents: Sendable {
        /// They cannot be compared, as one is no file.
        case none
        case pending(RequestID)
        case known(Result<SideComparison, FileSystemError>)
    }

    let job: Job
    let conflict: Conflict
    let options: [ConflictAnswer]
    private(set) var pattern: String
    private(set) var scope: AnswerScope = .thisFile
    private(set) var mode = Mode.choosing
    private(set) var contents = Contents.none
    private(set) var list = ListCursor()

    /// Asks about a job, and has both files compared meanwhile; nothing where it does not ask any more.
    static func open(_ job: Job, _ workspace: inout Workspace) -> Outcome {
        guard var dialog = ConflictDialog(job) else { return .nothing }
        guard let target = job.target, job.kind == .file, job.operation != .pack,
            dialog.conflict.target.kind == .file
        else { return .present(dialog) }
        let request = workspace.requests.next()
        dialog.contents = .pending(request)
        return .present(dialog) + [.compareSides(request, new: job.source, there: target)]
    }

    /// About a job whose target exists; nil where it does not ask any more.
    init?(_ job: Job) {
        guard case .needsAnswer(let conflict) = job.state else { return nil }
        self.job = job
        self.conflict = conflict
        pattern = AnswerReach.pattern(for: job)
        var options = [ConflictAnswer.policy(.overwrite)]
        if conflict.canResume(job) { options.append(.policy(.resume)) }
        options += [.policy(.keepBoth), .rename, .policy(.skip)]
        options += [.policy(.newerWins), .policy(.largerWins)]
        self.options = options
        // Enter alone must not cost anybody a file.
        move(to: options.firstIndex(of: .policy(.skip)) ?? 0)
    }

    var reach: AnswerReach { AnswerReach(job, pattern: pattern) }

    var isGrave: Bool { true }

    var closesOutside: Bool {
        if case .choosing = mode { true } else { false }
    }

    func isGraveAnswer(_ key: Key) -> Bool {
        guard case .choosing = mode else { return false }
        return switch (key.code, key.modifiers) {
        case (.enter, []):
            options.indices.contains(list.cursor) && options[list.cursor].isGrave
        case (.character(let letter), []):
            options.contains { $0.letter == letter && $0.isGrave }
        default: false
        }
    }

    func isOver(in workspace: Workspace) -> Bool {
        guard let job = workspace.queue[job.id], case .needsAnswer = job.state else { return true }
        return false
    }

    mutating func take(_ message: Message) {
        guard case .sidesCompared(let request, let result) = message,
            case .pending(request) = contents
        else { return }
        contents = .known(result)
    }

    private mutating func move(to row: Int) {
        // Below the answers: how far they reach, and the pattern.
        let count = options.count + 2
        list.move(to: row, count: count, height: count)
    }

    // MARK: Keys

    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply {
        switch mode {
        case .choosing: return choose(key)
        case .naming(var field, let refusal):
            if key.closesDialog { return back() }
            if key == Key(.enter) { return rename(field) }
            if field.handle(key) {
                mode = .naming(field, refusal: nil)
            } else {
                mode = .naming(field, refusal: refusal)
            }
        case .picking(var field, let refusal):
            if key.closesDialog { return back() }
            if key == Key(.enter) { return pick(field) }
            if field.handle(key) {
                mode = .picking(field, refusal: nil)
            } else {
                mode = .picking(field, refusal: refusal)
            }
        }
        return .stays
    }

    private mutating func back() -> DialogReply {
        mode = .choosing
        return .stays
    }

    private mutating func choose(_ key: Key) -> DialogReply {
        if key.closesDialog || key == Key("q") { return .closes(stopComparing) }
        switch (key.code, key.modifiers) {
        case (.enter, []):
            switch list.cursor {
            case options.indices: return answer(options[list.cursor])
            case options.count: scope = reach.next(after: scope, by: 1)
            default: beginPicking()
            }
        case (.down, []): move(to: list.cursor + 1)
        case (.up, []): move(to: list.cursor - 1)
        case (.tab, .shift), (.left, []): scope = reach.next(after: scope, by: -1)
        case (.tab, _), (.character("a"), []), (.right, []), (.character(" "), []):
            scope = reach.next(after: scope, by: 1)
        case (.character("p"), []):
            beginPicking()
        case (.character(let letter), []):
            if let chosen = options.first(where: { $0.letter == letter }) {
                return answer(chosen)
            }
        default: break
        }
        return .stays
    }

    private mutating func beginPicking() {
        mode = .picking(TextField(pattern, isSelected: true), refusal: nil)
    }

    mutating func paste(_ text: String) {
        switch mode {
        case .choosing: break
        case .naming(var field, _):
            field.insert(text)
            mode = .naming(field, refusal: nil)
        case .picking(var field, _):
            field.insert(text)
            mode = .picking(field, refusal: nil)
        }
    }

    mutating func press(option: Int, _ workspace: inout Workspace) -> DialogReply {
        guard case .choosing = mode else { return .stays }
        move(to: option)
        return take(Key(.enter), &workspace)
    }

    // MARK: Answers

    private mutating func answer(_ answer: ConflictAnswer) -> DialogReply {
        switch answer {
        case .policy(let policy):
            return .closes(stopComparing + [.control(.answer(job.id, policy, scope))])
        case .rename:
            let name = job.target.map { target in
                target.path.name?.text(on: target.site) ?? ""
            }
            var field = TextField(name ?? "")
            // Before the extension, which stays.
            if let dot = field.text.lastIndex(of: "."), dot != field.text.startIndex {
                field.cursor = field.text.distance(from: field.text.startIndex, to: dot)
            }
            mode = .naming(field, refusal: nil)
            return .stays
        }
    }

    private mutating func rename(_ field: TextField) -> DialogReply {
        guard let target = job.target else { return back() }
        switch Change.name(field.text, on: target.site) {
        case .failure(let refusal):
            mode = .naming(field, refusal: refusal.description)
            return .stays
        case .success(target.path.name):
            mode = .naming(field, refusal: tr("That is the name that is taken; type another one."))
            return .stays
        case .success(let name):
            return .closes(stopComparing + [.control(.rename(job.id, name))])
        }
    }

    private mutating func pick(_ field: TextField) -> DialogReply {
        guard let names = NamePattern(field.text), let name = job.target?.path.name,
            names.matches(name.bytes[...])
        else {
            mode = .picking(
                field, refusal: tr("The pattern has to match the name of this file too."))
            return .stays
        }
        pattern = field.text
        scope = .pattern(pattern)
        return back()
    }

    private var stopComparing: Outcome {
        if case .pending(let request) = contents { [.stop(request)] } else { .nothing }
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
