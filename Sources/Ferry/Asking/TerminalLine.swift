import Synchronization

/// The terminal's last line, which the progress and the questions share: while the user is asked, no
/// progress is written over the question.
final class TerminalLine: Sendable {
    private struct State {
        var isAsked = false
        var hasProgress = false
    }

    private static let empty = "\r\u{1B}[K"

    private let state = Mutex(State())

    /// Writes how far something is, in the place of what stood there, unless the user is asked.
    func show(_ progress: String) {
        state.withLock { state in
            guard !state.isAsked else { return }
            state.hasProgress = true
            StandardError.write(TerminalLine.empty + progress)
        }
    }

    /// Takes the progress away.
    func clear() {
        state.withLock { TerminalLine.clear(&$0) }
    }

    /// The user is asked from now on.
    func beginAsking() {
        state.withLock { state in
            TerminalLine.clear(&state)
            state.isAsked = true
        }
    }

    /// The user has answered, or need not any more.
    func endAsking() {
        state.withLock { $0.isAsked = false }
    }

    private static func clear(_ state: inout State) {
        guard state.hasProgress else { return }
        state.hasProgress = false
        StandardError.write(TerminalLine.empty)
    }
}
