import Files
import Support
import Synchronization

/// Keeps prompts unanswered until a test answers them.
final class HeldPrompter: LoginPrompter {
    private let answers = Mutex<[@Sendable (LoginAnswer) -> Void]>([])

    func show(
        _ prompt: LoginPrompt, answer: @escaping @Sendable (LoginAnswer) -> Void
    ) -> LoginPromptID {
        answers.withLock { answers in
            answers.append(answer)
            return LoginPromptID(rawValue: answers.count)
        }
    }

    func withdraw(_ id: LoginPromptID) {}

    var isAsking: Bool { answers.withLock { !$0.isEmpty } }

    func answer(_ answer: LoginAnswer) {
        for take in answers.withLock({ $0 }) { take(answer) }
    }
}
