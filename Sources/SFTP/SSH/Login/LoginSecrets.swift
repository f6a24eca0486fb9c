package import Files
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

    /// A secret that worked, for another process that goes on with this one's work.
    package struct Kept: Sendable {
        /// On the way to which server; nil for a private key's, whatever it is used for.
        package var place: ServerPlace?
        /// ssh's own words.
        package var prompt: String
        package var secret: Secret

        package init(place: ServerPlace?, prompt: String, secret: Secret) {
            self.place = place
            self.prompt = prompt
            self.secret = secret
        }
    }

    /// All that worked and was not refused since.
    package var kept: [Kept] {
        state.withLock { state in
            state.working.map { owner, secret in
                switch owner {
                case .account(let place, let prompt):
                    Kept(place: place, prompt: prompt, secret: secret)
                case .key(let prompt): Kept(place: nil, prompt: prompt, secret: secret)
                }
            }
        }
    }

    /// Takes over what worked in another process.
    package func take(_ kept: [Kept]) {
        for one in kept {
            let owner = one.place.map { Owner.account($0, prompt: one.prompt) }
            keep(one.secret, of: owner ?? .key(prompt: one.prompt))
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
