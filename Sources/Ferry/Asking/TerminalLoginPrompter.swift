import Dispatch
import Files
import Synchronization
import Words

/// Asks on the terminal what the logins of a command want to know, one question after the other.
final class TerminalLoginPrompter: LoginPrompter {
    private struct State {
        var count = 0
        /// Those that somebody waits for.
        var waiting: Set<LoginPromptID> = []
        /// The one that stands on the terminal, and what says that it has gone.
        var asked: (id: LoginPromptID, gone: DispatchSemaphore)?
    }

    /// Seconds until a question counts as gone that was withdrawn.
    private static let patience = 1.0

    private let terminal: ControllingTerminal
    private let queue = DispatchQueue(label: "ferry.prompts")
    private let state = Mutex(State())

    /// A command is one action of the user's, however many connections it makes.
    var asksAgain: Bool { false }

    /// Asks on that terminal.
    init(_ terminal: ControllingTerminal) {
        self.terminal = terminal
    }

    func show(
        _ prompt: LoginPrompt, answer: @escaping @Sendable (LoginAnswer) -> Void
    ) -> LoginPromptID {
        let id = state.withLock { state in
            state.count += 1
            let id = LoginPromptID(rawValue: state.count)
            state.waiting.insert(id)
            return id
        }
        queue.async { [self] in
            guard let given = ask(prompt, id) else { return }
            answer(given)
        }
        return id
    }

    /// Returns once it stands on the terminal no more, so that what is said next has a line of its
    /// own, and the program may end.
    func withdraw(_ id: LoginPromptID) {
        let gone = state.withLock { state -> DispatchSemaphore? in
            guard state.waiting.remove(id) != nil, let asked = state.asked, asked.id == id else {
                return nil
            }
            return asked.gone
        }
        guard let gone else { return }
        terminal.wake()
        _ = gone.wait(timeout: .now() + TerminalLoginPrompter.patience)
    }

    /// What the user said; nil where nobody waits for it.
    private func ask(_ prompt: LoginPrompt, _ id: LoginPromptID) -> LoginAnswer? {
        let gone = DispatchSemaphore(value: 0)
        let isWaited = state.withLock { state in
            guard state.waiting.contains(id) else { return false }
            state.asked = (id, gone)
            return true
        }
        guard isWaited else { return nil }
        terminal.line.beginAsking()
        let answer = converse(prompt, id)
        terminal.line.endAsking()
        let isTaken = state.withLock { state in
            state.asked = nil
            // A touch gets no answer, and is waited for until it is withdrawn.
            return answer != nil && state.waiting.remove(id) != nil
        }
        gone.signal()
        return isTaken ? answer : nil
    }

    private func converse(_ prompt: LoginPrompt, _ id: LoginPromptID) -> LoginAnswer? {
        var lines = prompt.wasRefused ? [tr("The last answer was rejected.")] : []
        lines.append(tr("\(VisibleText.make(prompt.site)) asks:"))
        lines += prompt.instruction.map { "| " + VisibleText.make($0) }
        let question = VisibleText.make(prompt.line)
        guard prompt.kind != .touch else {
            terminal.say(lines + [question, tr("Touch the token now; Ctrl-C cancels.")])
            return nil
        }
        terminal.say(lines)
        let isConfirmation = prompt.kind == .confirmation
        let ending = isConfirmation ? " \(tr("(yes or no)")) " : question.hasSuffix(" ") ? "" : " "
        while true {
            let typed = terminal.read(
                question + ending, isHidden: true, limit: LoginPrompt.answerLimit
            ) {
                !state.withLock { $0.waiting.contains(id) }
            }
            switch typed {
            case .line(let bytes):
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    terminal.say([tr("That is not valid UTF-8; type it in UTF-8.")])
                    continue
                }
                return isConfirmation ? confirmation(text) : .secret(Secret(text))
            case .nothing:
                return isConfirmation ? .refused : .secret(Secret(""))
            case .tooLong:
                terminal.say([tr("An answer can be at most \(LoginPrompt.answerLimit) bytes long.")]
                )
            case .over:
                return nil
            case .gone:
                return .declined
            }
        }
    }

    private func confirmation(_ text: String) -> LoginAnswer {
        ["y", "yes"].contains(text.lowercased()) ? .confirmed : .refused
    }
}
