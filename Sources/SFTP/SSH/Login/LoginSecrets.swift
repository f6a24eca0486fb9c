import Files
import Synchronization

/// Passwords and passphrases that were typed and worked, in memory only, for this process's next
/// logins; and those that were refused, so that none is sent a second time by itself.
package final class LoginSecrets: Sendable {
    /// Whose secret it is, by ssh's own words.
    enum Owner: Hashable, Sendable {
        /// An account's, on the way to one server.
        case account(ServerPlace, prompt: String)
        /// A private key's, whatever it is used for.
        case key(prompt: String)
    }

    /// Refused secrets that are remembered of an owner.
    private static let refusedLimit = 16

    private struct State {
        var working: [Owner: Secret] = [:]
        var refused: [Owner: [Secret]] = [:]
    }

    private let state = Mutex(State())

    /// None yet.
    package init() {}

    /// What worked before; nil where nothing did, or it was refused since.
    func secret(of owner: Owner) -> Secret? {
        state.withLock { $0.working[owner] }
    }

    /// Whether anything may be used on the way to that server.
    func hasAny(for place: ServerPlace) -> Bool {
        state.withLock { state in
            state.working.keys.contains { owner in
                switch owner {
                case .account(let other, _): other == place
                case .key: true
                }
            }
        }
    }

    /// It worked.
    func keep(_ secret: Secret, of owner: Owner) {
        state.withLock { state in
            state.working[owner] = secret
            state.refused[owner]?.removeAll { $0 == secret }
        }
    }

    /// It was refused, and is never used again by itself.
    func refuse(_ secret: Secret, of owner: Owner) {
        state.withLock { state in
            if state.working[owner] == secret { state.working[owner] = nil }
            var refused = state.refused[owner] ?? []
            guard !refused.contains(secret) else { return }
            refused = refused.suffix(LoginSecrets.refusedLimit - 1) + [secret]
            state.refused[owner] = refused
        }
    }

    /// Whether it was refused before.
    func wasRefused(_ secret: Secret, of owner: Owner) -> Bool {
        state.withLock { $0.refused[owner]?.contains(secret) ?? false }
    }
}
