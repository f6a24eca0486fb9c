import Files
import Synchronization

/// What the login of one connection asks on the screen, for as long as somebody looks at that
/// connection.
final class EngineLoginPrompter: LoginPrompter {
    private struct State {
        var shown: Set<LoginPromptID> = []
        var hasEnded = false
    }

    private let prompts: LoginPrompts
    private let state = Mutex(State())

    /// Shows them among the others.
    init(_ prompts: LoginPrompts) {
        self.prompts = prompts
    }

    func show(
        _ prompt: LoginPrompt, answer: @escaping @Sendable (LoginAnswer) -> Void
    ) -> LoginPromptID {
        let id = prompts.makeID()
        let isShown = state.withLock { state in
            if !state.hasEnded { state.shown.insert(id) }
            return !state.hasEnded
        }
        guard isShown else {
            LoginPrompts.decline(answer)
            return id
        }
        prompts.show(id, prompt) { [weak self] given in
            self?.forget(id)
            answer(given)
        }
        // It may have ended between the two.
        if state.withLock({ $0.hasEnded }), let waiting = prompts.withdraw(id) {
            LoginPrompts.decline(waiting)
        }
        return id
    }

    func withdraw(_ id: LoginPromptID) {
        forget(id)
        prompts.withdraw(id)
    }

    /// Nobody looks any more: what is asked is declined, and what comes later.
    func end() {
        let shown = state.withLock { state in
            state.hasEnded = true
            defer { state.shown = [] }
            return state.shown
        }
        for id in shown {
            if let waiting = prompts.withdraw(id) { LoginPrompts.decline(waiting) }
        }
    }

    private func forget(_ id: LoginPromptID) {
        state.withLock { _ = $0.shown.remove(id) }
    }
}
