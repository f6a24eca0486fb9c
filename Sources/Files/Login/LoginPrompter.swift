/// Names a prompt that is shown.
package struct LoginPromptID: Hashable, Sendable {
    /// Counts the prompts of a process.
    package let rawValue: Int

    /// By its number.
    package init(rawValue: Int) {
        self.rawValue = rawValue
    }
}

/// Shows the user what a login asks for: on the screen, or on the terminal. From any thread.
package protocol LoginPrompter: AnyObject, Sendable {
    /// Shows a prompt, after those that are shown already, and returns at once. `answer` is called
    /// once, from any thread, unless the prompt was withdrawn; never for a touch, save to decline it.
    func show(
        _ prompt: LoginPrompt, answer: @escaping @Sendable (LoginAnswer) -> Void
    ) -> LoginPromptID
    /// Nobody waits for the answer any more: the prompt goes, without one.
    func withdraw(_ id: LoginPromptID)
    /// Whether a login that waited for another, which was refused or declined, asks again for itself: so
    /// it is where the user has asked for each of them.
    var asksAgain: Bool { get }
}

extension LoginPrompter {
    package var asksAgain: Bool { true }
}
