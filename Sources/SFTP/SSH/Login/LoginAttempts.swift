import Files
import Synchronization

/// How this process's logins went, so that what nobody watches neither repeats a login that was
/// refused nor calls again in haste: servers shut out who does.
final class LoginAttempts: Sendable {
    /// Seconds from a failure to the next attempt, where nothing else paces them: the first, and the
    /// longest.
    static let delays = (first: 1.0, longest: 60.0)

    private enum Past: Sendable {
        case refused(FileSystemError)
        case failed(times: Int, last: Instant)
    }

    private let pasts = Mutex<[SSHCommandLine: Past]>([:])
    private let longest: Double
    private let clock: @Sendable () -> Instant

    /// Nothing is known yet. `longest`: seconds from a failure to the next attempt at most.
    init(
        longest: Double = LoginAttempts.delays.longest,
        clock: @escaping @Sendable () -> Instant = { Instant.now() }
    ) {
        self.longest = longest
        self.clock = clock
    }

    /// Why nobody should try again without being watched; nil where one may.
    func refusal(of command: SSHCommandLine) -> FileSystemError? {
        pasts.withLock { pasts in
            if case .refused(let error) = pasts[command] { error } else { nil }
        }
    }

    /// Seconds until an attempt that nobody watches may begin.
    func delay(of command: SSHCommandLine) -> Double {
        guard case .failed(let times, let last) = pasts.withLock({ $0[command] }) else { return 0 }
        var delay = LoginAttempts.delays.first
        for _ in 1..<max(1, times) where delay < longest { delay *= 2 }
        return max(0, min(delay, longest) - clock().seconds(since: last))
    }

    /// It ended before any file could be spoken of.
    func fail(_ command: SSHCommandLine, _ error: FileSystemError, isWatched: Bool) {
        pasts.withLock { pasts in
            if error.kind == .login {
                pasts[command] = .refused(error)
            } else if !isWatched, error.isTransient {
                switch pasts[command] {
                case .refused: break
                case .failed(let times, _):
                    pasts[command] = .failed(times: min(times + 1, 100), last: clock())
                case nil: pasts[command] = .failed(times: 1, last: clock())
                }
            }
        }
    }

    /// The login succeeded.
    func succeed(_ command: SSHCommandLine) {
        pasts.withLock { $0[command] = nil }
    }
}
