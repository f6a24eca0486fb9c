import Engine
import Files
import Glibc
import Settings
import UI
import Words

/// Edits files of servers without the screen: the editor has the terminal, and what has to be asked is
/// asked there.
final class HeadlessEditing {
    private let session: HeadlessSession
    private let inbox: Inbox
    private let controller: EditController
    private let outside: OutsideCommands
    /// What was asked for and is not done.
    private var pending = 0
    /// How far each edit is; those that are over are not in it.
    private var edits: [EditID: Edit] = [:]
    /// Editors that returned at once, where no user can say when they are done.
    private var detached: [EditID: Lifeline] = [:]
    /// The one that had the terminal last.
    private var lifeline: Lifeline?
    private var failures: [String] = []
    /// Whether something was heard of what is to be done.
    private var hasBegun = false

    init(_ session: HeadlessSession) throws {
        guard let inbox = Inbox() else {
            throw Failure([tr("Too many files are open; close some programs.")])
        }
        self.session = session
        self.inbox = inbox
        outside = OutsideCommands(editor: session.settings.config.editor)
        controller = EditController(
            session.session, at: Path(session.settings.paths.edits), inbox: inbox
        ) { [prompter = session.prompter] in prompter }
    }

    deinit {
        controller.stop()
    }

    /// Returns once the editor has ended and the last save is there.
    func edit(_ location: Location) throws {
        guard !location.site.isLocal else {
            if let trouble = outside.edit(location) { throw Failure([trouble]) }
            return
        }
        try settle(location)
        controller.perform(.begin(location, isLargeAllowed: false))
        try run()
    }

    /// Sends what earlier processes left.
    func recover() throws {
        controller.perform(.findLeftovers)
        try run()
    }

    /// What has to be asked about the server is asked before anything begins.
    private func settle(_ location: Location) throws {
        try session.use(location.site, keeps: false) { _ = try $0.entry(at: location.path) }
    }

    private func ask(_ command: EditCommand) {
        pending += 1
        controller.perform(command)
    }

    /// Takes in what happens until nothing is left to be done.
    private func run() throws {
        while !hasBegun || pending > 0 || !edits.isEmpty {
            wait()
            for message in inbox.drain() {
                switch message {
                case .edits(let news):
                    hasBegun = true
                    take(news)
                case .notice(let sentence, _): StandardError.say(Failure.prefix + sentence)
                default: break
                }
            }
            if hasBegun, pending == 0 { decide() }
        }
        if !failures.isEmpty { throw Failure(failures) }
    }

    /// Until there are messages; an editor that has ended since then is done.
    private func wait() {
        var waiting = ([inbox.descriptor] + detached.values.map(\.descriptor)).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        poll(&waiting, nfds_t(waiting.count), -1)
        for id in detached.keys where detached[id]?.hasEnded == true {
            detached[id] = nil
            if edits[id] != nil { ask(.finish(id)) }
        }
    }

    private func take(_ news: EditNews) {
        switch news {
        case .changed(let edit):
            edits[edit.id] = edit
            switch edit.state {
            case .saved: StandardError.say(tr("Saved \(edit.name) on \(edit.host)."))
            case .tooLarge(let size):
                edits[edit.id] = nil
                askLarge(edit, size)
            default: break
            }
        case .ready(let order):
            let start = Instant.now()
            let lifeline = session.terminal == nil ? Lifeline() : nil
            let trouble = outside.run(order, kept: lifeline?.kept)
            lifeline?.letGo()
            self.lifeline = lifeline
            let end = EditorEnd(seconds: Instant.now().seconds(since: start), trouble: trouble)
            ask(.ended(order.id, end))
        case .detached(let id):
            guard let edit = edits[id] else { return }
            if let lifeline, !lifeline.hasEnded {
                detached[id] = lifeline
                return
            }
            waitForUser(edit)
            ask(.finish(id))
        case .done: pending -= 1
        case .troubled(let sentence): StandardError.say(Failure.prefix + sentence)
        case .ended(let id, let sentence, let isError):
            edits[id] = nil
            detached[id] = nil
            if let sentence {
                if isError { failures.append(sentence) } else { StandardError.say(sentence) }
            }
        case .leftovers(let left, let troubles):
            failures += troubles
            if left.isEmpty, troubles.isEmpty {
                StandardError.say(tr("No unsent edits were found."))
            }
            for edit in left {
                edits[edit.id] = edit
                let (site, known) = (edit.location.site, session.session.credentials)
                // One that was given is for servers that the command line does not name, too.
                if let password = known.password(for: site, isForJob: true) {
                    known.remember(password, for: site)
                }
                do {
                    try settle(edit.location)
                    ask(.send(edit.id))
                } catch {
                    failures += (error as? Failure)?.plainLines ?? ["\(error)"]
                    keep(edit, tr("\(edit.name) was not sent."))
                }
            }
        }
    }

    /// Nothing is under way: what is left needs an answer, or has failed.
    private func decide() {
        for edit in edits.values.sorted(by: { $0.id.token < $1.id.token })
        where detached[edit.id] == nil || edit.needsAnswer {
            switch edit.state {
            case .conflicted(let conflict): resolve(edit, conflict)
            case .failed(let sentence): keep(edit, sentence)
            case .kept(let sentence):
                edits[edit.id] = nil
                failures.append(sentence)
            case .fetching: break
            case .tooLarge, .open, .unsent, .sending, .saved: ask(.finish(edit.id))
            }
        }
    }

    /// It stays for `--recover`.
    private func keep(_ edit: Edit, _ sentence: String) {
        edits[edit.id] = nil
        failures.append(sentence)
        if let copy = edit.copy {
            failures.append(
                tr("Your copy is kept as \(copy.text); 'ferry edit --recover' sends it."))
        }
    }

    // MARK: - Questions

    private func askLarge(_ edit: Edit, _ size: UInt64?) {
        let amount = size.map { Format.size($0) } ?? tr("more than 64 MiB")
        let question =
            tr("\(edit.name) has \(amount).") + " " + tr("Edit it all the same? [y/n]") + " "
        // A script has said which file it means.
        guard answer(question).map({ $0.hasPrefix("y") }) ?? true else {
            failures.append(tr("\(edit.name) is large and was not fetched."))
            return
        }
        hasBegun = false
        controller.perform(.begin(edit.location, isLargeAllowed: true))
    }

    private func waitForUser(_ edit: Edit) {
        _ = answer(
            tr("The editor returned at once. Press Enter when you have finished \(edit.name).")
                + " ")
    }

    private func resolve(_ edit: Edit, _ conflict: EditConflict) {
        let what =
            conflict.theirs == nil
            ? tr("\(edit.name) was deleted on \(edit.host).")
            : tr("\(edit.name) has changed on \(edit.host) since you opened it.")
        let choices =
            if conflict.theirs == nil {
                tr("[o]verwrite, [d]iscard yours, or Enter to keep it for later?")
            } else if conflict.isMergeable {
                tr("[o]verwrite, [k]eep both, [m]erge, [d]iscard yours, or Enter for later?")
            } else {
                tr("[o]verwrite, [k]eep both, [d]iscard yours, or Enter for later?")
            }
        switch answer("\(what) \(choices) ") {
        case "o", "overwrite": ask(.resolve(edit.id, .overwrite))
        case "k" where conflict.theirs != nil: ask(.resolve(edit.id, .keepBoth))
        case "m" where conflict.isMergeable:
            ask(.resolve(edit.id, .merge(command: session.settings.config.mergeCommand)))
        case "d", "discard": ask(.discard(edit.id))
        default: keep(edit, what)
        }
    }

    /// What the user typed; nil where there is nobody.
    private func answer(_ question: String) -> String? {
        guard let terminal = session.terminal else { return nil }
        terminal.line.beginAsking()
        defer { terminal.line.endAsking() }
        guard case .line(let bytes) = terminal.read(question, isHidden: false, limit: 64) else {
            return ""
        }
        return String(decoding: bytes, as: UTF8.self).lowercased()
    }
}

extension Edit {
    /// Whether it does not go on by itself.
    fileprivate var needsAnswer: Bool {
        switch state {
        case .conflicted, .failed, .kept: true
        case .fetching, .tooLarge, .open, .unsent, .sending, .saved: false
        }
    }
}

extension Failure {
    /// Without what each line begins with.
    fileprivate var plainLines: [String] {
        lines.map { $0.hasPrefix(Failure.prefix) ? String($0.dropFirst(Failure.prefix.count)) : $0 }
    }
}
