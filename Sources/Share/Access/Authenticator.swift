import Files
import Jobs
import Synchronization
import Web
import Words

/// Lets visitors in: everyone, or those who know a name and password or the PIN, by Basic (RFC 7617), which all
/// programs have, or Digest (RFC 7616). Who guesses waits longer and longer. Used from any thread.
final class Authenticator: Sendable {
    enum Answer {
        /// With the name that was given, sanitised.
        case enter(user: String?)
        case refuse(Refusal)
    }

    private let user: String?
    private let password: String?
    private let now: @Sendable () -> Double
    private let troubled: @Sendable (String) -> Void
    private let counts: Mutex<GuessCounts>
    private let digest: DigestLogin

    /// `pin` is for access by PIN; `now` gives seconds on a clock that is never set; `troubled`
    /// gets a sentence for the log.
    init(
        _ access: ShareRequest.Access, pin: String?,
        now: @escaping @Sendable () -> Double = { Visits.now },
        troubled: @escaping @Sendable (String) -> Void = { _ in }
    ) {
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
        counts = Mutex(GuessCounts(isPIN: access == .pin))
        digest = DigestLogin(now: now)
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

    /// What is asked for with a login.
    struct Asked {
        var method = Method.get
        /// Path and query, as they were sent.
        var target = "/"
        /// Whether nobody on the way can read it.
        var isSecure = false
    }

    /// `authorization` is the header of that name; `visitor` an address.
    func answer(
        _ authorization: String?, from visitor: String, for asked: Asked = Asked()
    ) -> Answer {
        guard password != nil else { return .enter(user: nil) }
        guard let authorization else { return .refuse(question(asked, visitor)) }
        let (answer, isUnderAttack) = counts.withLock { counts in
            let before = counts.wrongOfAll
            let answer = weigh(authorization, visitor, asked, &counts)
            let limit = GuessCounts.lastGuessOfAll
            return (answer, counts.wrongOfAll >= limit && before < limit)
        }
        if isUnderAttack {
            troubled(
                tr(
                    "Someone is guessing the PIN (\(GuessCounts.lastGuessOfAll) attempts so far), so "
                        + "new visitors get \(GuessCounts.freeGuesses) attempts each. To get another "
                        + "PIN, stop the share and start it again."))
        }
        return answer
    }

    /// Characters of a visitor's name that are kept.
    private static let userLimit = 64

    private func weigh(
        _ authorization: String, _ visitor: String, _ asked: Asked, _ counts: inout GuessCounts
    ) -> Answer {
        let (address, time) = (GuessAddress(visitor), now())
        let wait = counts.wait(address, at: time)
        guard wait == 0 else { return .refuse(Authenticator.tooManyGuesses(wait: wait)) }
        switch verdict(authorization, visitor, asked) {
        case .right(let user):
            counts.right(address)
            // With a PIN any name lets in, of any length, and each lock and visit is told with it.
            return .enter(
                user: user.isEmpty
                    ? nil : VisibleText.make(Array(user.utf8), limit: Authenticator.userLimit))
        // Who knows the password did not guess.
        case .stale: return .refuse(question(asked, visitor, isStale: true))
        case .wrong:
            counts.wrong(address, at: time)
            return .refuse(question(asked, visitor))
        }
    }

    private func verdict(
        _ authorization: String, _ visitor: String, _ asked: Asked
    ) -> DigestLogin.Verdict {
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return .wrong }
        if Headers.isSame(parts[0], "Digest") {
            guard let response = DigestLogin.Response(String(parts[1])) else { return .wrong }
            return digest.verdict(
                response, user: user, password: password ?? "", method: asked.method,
                target: asked.target, from: visitor)
        }
        guard Headers.isSame(parts[0], "Basic"), let given = Authenticator.basic(parts[1]) else {
            return .wrong
        }
        // Both are compared in any case, so that the time tells nothing of the name.
        let isUser = user.map { Authenticator.isSame($0, given.user) } ?? true
        let isPassword = Authenticator.isSame(password ?? "", given.password)
        return isUser && isPassword ? .right(user: given.user) : .wrong
    }

    /// Both kinds where others could read a password as it is, the better one first.
    private func question(
        _ asked: Asked, _ visitor: String, isStale: Bool = false
    ) -> Refusal {
        let basic = "Basic realm=\"\(DigestLogin.realm)\", charset=\"UTF-8\""
        let digest = digest.challenge(isStale: isStale, for: visitor)
        let challenges = asked.isSecure && !isStale ? [basic] : [digest, basic]
        return Refusal(
            .unauthorized, tr("This share requires a login."),
            headers: challenges.compactMap { $0 }.map { ("WWW-Authenticate", $0) })
    }

    private static func tooManyGuesses(wait seconds: Double) -> Refusal {
        let whole = Int(seconds.rounded(.up))
        return Refusal(
            .tooManyRequests, tr("Too many failed logins; wait \(whole) seconds and retry."),
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

    private static func basic(_ value: Substring) -> (user: String, password: String)? {
        guard let bytes = Base64.decode(Headers.trimmed(value)),
            let colon = bytes.firstIndex(of: 0x3A)
        else { return nil }
        return (
            String(decoding: bytes[..<colon], as: UTF8.self),
            String(decoding: bytes[(colon + 1)...], as: UTF8.self)
        )
    }

    /// Takes the same time for every guess of one length.
    static func isSame(_ secret: String, _ guess: String) -> Bool {
        let secret = Array(secret.utf8)
        let guess = Array(guess.utf8)
        var difference = UInt8(secret.count == guess.count ? 0 : 1)
        for (index, byte) in guess.enumerated() {
            difference |= byte ^ (secret.isEmpty ? 0xFF : secret[index % secret.count])
        }
        return difference == 0 && !guess.isEmpty
    }
}
