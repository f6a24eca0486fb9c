import Files

/// A question of ssh's for which something is typed, or nothing but a yes.
struct LoginQuestion: Hashable, Sendable {
    /// As it is shown.
    var prompt: LoginPrompt
    /// Whose secret is asked for; nil where none is ever kept.
    var owner: LoginSecrets.Owner?
}
