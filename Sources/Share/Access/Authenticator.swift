import Files
import Jobs
import Synchronization
import Web

/// Lets visitors in: everyone, or those who know a name and password or the PIN, by Basic
/// (RFC 7617), which browsers and command-line tools both can do. Who guesses waits longer and
/// longer. Used from any thread.
final class Authenticator: Sendable {
    enum Answer {
        /// With the name that was given, sanitised.
        case enter(user: String?)
        case refuse(Refusal)
    }

    /// Wrong guesses that cost nothing, and after which nothing more is let in for `lockTime`.
    static let freeGuesses = 3
    static let lastGuess = 10
    /// Seconds.
    static let lockTime = 900.0
    /// Addresses that are remembered.
    static let addressLimit = 4_096
    /// Wrong PINs from all addresses together, after which each one more locks out every address
    /// that never logged in: a PIN is short, and addresses are cheap.
    static let lastGuessOfAll = 100

    private struct Guesses {
        var wrong = 0
        /// Until when every guess is refused unread, on the clock of `now`; never before the last
        /// guess.
        var blockedUntil = 0.0
    }

    private struct Memory {
        var guesses: [String: Guesses] = [:]
        /// Addresses that logged in.
        var known: Set<String> = []
        var wrongOfAll = 0
        /// Until when guesses of addresses that are not known are refused unread.
        var strangersBlockedUntil = 0.0
    }

    private let user: String?
    private let password: String?
    private let hasPIN: Bool
    private let now: @Sendable () -> Double
    private let troubled: @Sendable (String) -> Void
    private let memory = Mutex(Memory())

    /// `pin` is for access by PIN; `now` gives seconds on a clock that is never set; `troubled`
    /// gets a sentence for the log.
    init(
        _ access: ShareRequest.Access, pin: String?,
        now: @escaping @Sendable () -> Double = { Visits.now },
        troubled: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        hasPIN = access == .pin
        switch access {
        case .everyone:
            user = nil
            password = nil
        case .user(let name, let secret):
            user = name
            password = secret.reveal()
        case .pin:
            user = nil
            // Without a PIN nobody may come in, and an empty one would let in everyone.
            password = pin ?? String(UInt64.random(in: .min ... .max))
        }
        self.now = now
        self.troubled = troubled
    }

    /// Whether only one name gets in.
    var checksNames: Bool { user != nil }

    /// Six digits.
    static func makePIN() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<6).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
    }

    /// `authorization` is the header of that name; `visitor` an address.
    func answer(_ authorization: String?, from visitor: String) -> Answer {
        guard password != nil else { return .enter(user: nil) }
        guard let authorization else { return .refuse(Authenticator.question) }
        let key = Authenticator.group(visitor)
        let time = now()
        let given = Authenticator.credentials(authorization)
        let (answer, isUnderAttack) = memory.withLock { memory in
            let before = memory.wrongOfAll
            let answer = weigh(given, key, time, &memory)
            let isOver = memory.wrongOfAll >= Authenticator.lastGuessOfAll
            return (answer, isOver && before < Authenticator.lastGuessOfAll)
        }
        if isUnderAttack {
            troubled(
                "Someone is guessing the PIN (\(Authenticator.lastGuessOfAll) attempts so far), "
                    + "so new visitors may have to wait. To get another PIN, stop the share "
                    + "and start it again.")
        }
        return answer
    }

    private func weigh(
        _ given: (user: String, password: String)?, _ key: String, _ time: Double,
        _ memory: inout Memory
    ) -> Answer {
        let isKnown = memory.known.contains(key)
        let blocked = max(
            memory.guesses[key]?.blockedUntil ?? 0, isKnown ? 0 : memory.strangersBlockedUntil)
        guard blocked <= time else {
            return .refuse(Authenticator.tooManyGuesses(wait: blocked - time))
        }
        // What could not be counted must not be read. Those who logged in are few enough.
        if !isKnown, memory.guesses[key] == nil,
            memory.guesses.count >= Authenticator.addressLimit
        {
            memory.guesses = memory.guesses.filter {
                $0.value.blockedUntil + Authenticator.lockTime > time
            }
            guard memory.guesses.count < Authenticator.addressLimit else {
                return .refuse(Authenticator.tooManyGuesses(wait: 60))
            }
        }
        // Both are compared in any case, so that the time tells nothing of the name.
        let isUser = user.map { Authenticator.isSame($0, given?.user ?? "") } ?? true
        let isPassword = Authenticator.isSame(password ?? "", given?.password ?? "")
        if let given, isUser && isPassword {
            enter(key, &memory)
            return .enter(user: given.user.isEmpty ? nil : VisibleText.make(given.user))
        }
        var record = memory.guesses[key] ?? Guesses()
        record.wrong += 1
        record.blockedUntil = time + Authenticator.delay(after: record.wrong)
        memory.guesses[key] = record
        if hasPIN {
            memory.wrongOfAll += 1
            if memory.wrongOfAll >= Authenticator.lastGuessOfAll {
                memory.strangersBlockedUntil = time + Authenticator.lockTime
            }
        }
        return .refuse(Authenticator.question)
    }

    /// Forgives slips of the hand at the first login only: behind one address may be many, and one
    /// who guesses must not gain by the others' logins.
    private func enter(_ key: String, _ memory: inout Memory) {
        guard memory.known.count < Authenticator.addressLimit, memory.known.insert(key).inserted,
            memory.guesses[key]?.wrong ?? 0 <= Authenticator.freeGuesses
        else { return }
        memory.guesses[key] = nil
    }

    /// Seconds.
    private static func delay(after wrong: Int) -> Double {
        if wrong >= lastGuess { return lockTime }
        return wrong < freeGuesses ? 0 : Double(1 << (wrong - freeGuesses))
    }

    private static var question: Refusal {
        Refusal(
            .unauthorized, "This share requires a login.",
            headers: [("WWW-Authenticate", "Basic realm=\"Ferry share\", charset=\"UTF-8\"")])
    }

    private static func tooManyGuesses(wait seconds: Double) -> Refusal {
        let whole = Int(seconds.rounded(.up))
        return Refusal(
            .tooManyRequests, "Too many failed logins; wait \(whole) seconds and retry.",
            headers: [("Retry-After", "\(whole)")])
    }

    /// What shares its guesses: an address, or an IPv6 network of 64 bits, which one visitor has
    /// to choose from.
    static func group(_ visitor: String) -> String {
        guard visitor.contains(":"), let bytes = Addresses.bytes(ofIPv6: visitor) else {
            return visitor
        }
        return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ".")
    }

    private static func credentials(_ header: String) -> (user: String, password: String)? {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, Headers.isSame(parts[0], "Basic"),
            let bytes = Base64.decode(Headers.trimmed(parts[1])),
            let colon = bytes.firstIndex(of: 0x3A)
        else { return nil }
        return (
            String(decoding: bytes[..<colon], as: UTF8.self),
            String(decoding: bytes[(colon + 1)...], as: UTF8.self)
        )
    }

    /// Takes the same time for every guess of one length.
    private static func isSame(_ secret: String, _ guess: String) -> Bool {
        let secret = Array(secret.utf8)
        let guess = Array(guess.utf8)
        var difference = UInt8(secret.count == guess.count ? 0 : 1)
        for (index, byte) in guess.enumerated() {
            difference |= byte ^ (secret.isEmpty ? 0xFF : secret[index % secret.count])
        }
        return difference == 0 && !guess.isEmpty
    }
}
