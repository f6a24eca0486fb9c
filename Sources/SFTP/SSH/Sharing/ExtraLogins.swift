import Files
import Synchronization

/// Logins beside the shared one, each with a connection of its own: a large file moves over them where
/// the line holds more than one connection carries. Any thread may use it.
final class ExtraLogins: Sendable {
    /// How many one account has at most.
    static let most = 2
    /// Seconds until one is tried again after a server refused it.
    private static let rest = 3_600.0

    private struct Account {
        var count = 0
        /// When the server refused one.
        var refusal: Instant?
    }

    private struct State {
        var limit = ExtraLogins.most
        var accounts: [SSHCommandLine: Account] = [:]
    }

    private let state = Mutex(State())
    private let clock: @Sendable () -> Instant

    /// None is there yet.
    init(clock: @escaping @Sendable () -> Instant = { Instant.now() }) {
        self.clock = clock
    }

    /// No account has more than that; the user's own word on connections.
    func limit(to count: Int) {
        state.withLock { $0.limit = max(0, min(count, ExtraLogins.most)) }
    }

    /// Whether there may be one more, which counts from now on, until `leave`.
    func take(_ command: SSHCommandLine) -> Bool {
        state.withLock { state in
            var account = state.accounts[command] ?? Account()
            if let refusal = account.refusal, clock().seconds(since: refusal) < ExtraLogins.rest {
                return false
            }
            guard account.count < state.limit else { return false }
            account.refusal = nil
            account.count += 1
            state.accounts[command] = account
            return true
        }
    }

    /// One that was taken has ended.
    func leave(_ command: SSHCommandLine) {
        state.withLock { $0.accounts[command]?.count -= 1 }
    }

    /// The server did not let one in; no other is tried for an hour. Whether that is news.
    func refuse(_ command: SSHCommandLine) -> Bool {
        state.withLock { state in
            let isNews = state.accounts[command]?.refusal == nil
            state.accounts[command, default: Account()].refusal = clock()
            return isNews
        }
    }
}
