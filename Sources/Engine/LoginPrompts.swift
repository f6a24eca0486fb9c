import Dispatch
import Files
import Synchronization
import UI

/// What the logins of all connections ask on the screen, and who waits for the answers.
final class LoginPrompts: Sendable {
    typealias Answering = @Sendable (LoginAnswer) -> Void

    private struct State {
        var count = 0
        var waiting: [LoginPromptID: Answering] = [:]
        var isClosed = false
    }

    private let inbox: Inbox
    private let state = Mutex(State())

    /// Shows them through `inbox`.
    init(_ inbox: Inbox) {
        self.inbox = inbox
    }

    /// A number that no other prompt had before.
    func makeID() -> LoginPromptID {
        state.withLock { state in
            state.count += 1
            return LoginPromptID(rawValue: state.count)
        }
    }

    /// Shows a prompt; after `close` it is declined unseen.
    func show(_ id: LoginPromptID, _ prompt: LoginPrompt, answer: @escaping Answering) {
        let isShown = state.withLock { state in
            guard !state.isClosed else { return false }
            state.waiting[id] = answer
            // Before anybody can withdraw it: what is withdrawn first would be shown for ever.
            inbox.post(.prompted(id, prompt))
            return true
        }
        if !isShown { LoginPrompts.decline(answer) }
    }

    /// Takes a prompt off the screen, without an answer; who waited for one, unless it has come.
    @discardableResult
    func withdraw(_ id: LoginPromptID) -> Answering? {
        let answer = state.withLock { $0.waiting.removeValue(forKey: id) }
        if answer != nil { inbox.post(.promptWithdrawn(id)) }
        return answer
    }

    /// Hands over what the user said; nobody may wait for it any more.
    func answer(_ id: LoginPromptID, _ answer: LoginAnswer) {
        state.withLock { $0.waiting.removeValue(forKey: id) }?(answer)
    }

    /// The program ends: all of them are declined, and those that come later.
    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [:] }
            return state.waiting
        }
        for answer in waiting.values { answer(.declined) }
    }

    /// Not in the caller's own thread: it may hold what the answer needs.
    static func decline(_ answer: @escaping Answering) {
        DispatchQueue.global().async { answer(.declined) }
    }
}
