import Files
import Glibc
import Synchronization

/// Answers prompts as a test says, and remembers which were shown.
final class StubPrompter: LoginPrompter {
    private struct State {
        var shown: [LoginPrompt] = []
        var withdrawn: Set<LoginPromptID> = []
    }

    private let state = Mutex(State())
    private let reply: @Sendable (LoginPrompt, Int) -> LoginAnswer?

    /// `reply` is called with each prompt and how many came before it; nil leaves it unanswered.
    init(_ reply: @escaping @Sendable (LoginPrompt, Int) -> LoginAnswer?) {
        self.reply = reply
    }

    /// Says the same to each.
    convenience init(_ answers: String...) {
        self.init { _, index in
            index < answers.count ? .secret(Secret(answers[index])) : .declined
        }
    }

    func show(
        _ prompt: LoginPrompt, answer: @escaping @Sendable (LoginAnswer) -> Void
    ) -> LoginPromptID {
        let index = state.withLock { state in
            state.shown.append(prompt)
            return state.shown.count - 1
        }
        if let given = reply(prompt, index) { answer(given) }
        return LoginPromptID(rawValue: index)
    }

    func withdraw(_ id: LoginPromptID) {
        state.withLock { _ = $0.withdrawn.insert(id) }
    }

    var shown: [LoginPrompt] { state.withLock { $0.shown } }
    var withdrawnCount: Int { state.withLock { $0.withdrawn.count } }
}
