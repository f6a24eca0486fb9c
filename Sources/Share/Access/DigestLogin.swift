import Digests
import Files
import Synchronization
import Web

/// Logins by Digest (RFC 7616), for programs that do not send a password as it is: Windows' without TLS. It is the
/// kind with MD5, the only one that they have. Used from any thread.
final class DigestLogin: Sendable {
    static let realm = "Ferry share"
    /// Seconds that a challenge is good for.
    static let lifetime = 600.0
    /// Challenges in use that are remembered; only those who logged in use one.
    static let nonceLimit = 10_000

    enum Verdict: Hashable, Sendable {
        case right(user: String)
        /// The password is right, but the challenge is not one of now.
        case stale
        case wrong
    }

    /// What a request's Authorization field says.
    struct Response: Sendable {
        /// The name as it was sent.
        let user: [UInt8]
        fileprivate let fields: [String: [UInt8]]

        /// Nil for what is no sound one; `value` is behind the scheme.
        init?(_ value: String) {
            guard let fields = DigestLogin.fields(Array(value.utf8)), let user = fields["username"]
            else { return nil }
            self.user = user
            self.fields = fields
        }

        fileprivate func text(_ name: String) -> String? {
            fields[name].map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Which requests came with a challenge: programs send several at once, and they may overtake each other.
    private struct Uses {
        private var highest: UInt32 = 0
        /// Bit 0 is the highest one.
        private var seen: UInt64 = 0

        /// Whether a number is new, which it no longer is then.
        mutating func take(_ number: UInt32) -> Bool {
            if number > highest {
                let step = number - highest
                seen = step < 64 ? seen << UInt64(step) | 1 : 1
                highest = number
                return true
            }
            let age = highest - number
            guard age < 64, seen & 1 << UInt64(age) == 0 else { return false }
            seen |= 1 << UInt64(age)
            return true
        }
    }

    private let secret: [UInt8]
    private let now: @Sendable () -> Double
    /// Challenges that were used.
    private struct Used {
        /// By challenge, with when it was made.
        var uses: [String: (uses: Uses, madeAt: Double)] = [:]
        /// Those that were made up to then and are not remembered are stale.
        var staleUntil = -1.0

        mutating func forgetOldest() {
            let times = uses.values.map(\.madeAt).sorted()
            staleUntil = max(staleUntil, times[times.count / 2])
            uses = uses.filter { [staleUntil] in $0.value.madeAt > staleUntil }
        }
    }

    private let used = Mutex(Used())

    /// `now` gives seconds on a clock that is never set.
    init(now: @escaping @Sendable () -> Double) {
        secret = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
        self.now = now
    }

    /// The value of WWW-Authenticate; nil where OpenSSL may not use MD5.
    func challenge(isStale: Bool, for visitor: String) -> String? {
        guard DigestLogin.hash([]) != nil else { return nil }
        var text = "Digest realm=\"\(DigestLogin.realm)\", nonce=\"\(nonce(for: visitor))\", "
        text += "qop=\"auth\", algorithm=MD5, charset=UTF-8"
        return isStale ? text + ", stale=true" : text
    }

    /// Whether a response shows the password. `user`: the name that it must have, if not any.
    func verdict(
        _ response: Response, user: String?, password: String, method: Method, target: String,
        from visitor: String
    ) -> Verdict {
        guard let nonce = response.text("nonce"), let uri = response.text("uri"),
            let count = response.text("nc"), let clientNonce = response.text("cnonce"),
            let given = response.text("response"), count.utf8.count == 8,
            let number = UInt32(count, radix: 16),
            Headers.isSame(response.text("qop") ?? "", "auth"),
            Headers.isSame(response.text("algorithm") ?? "MD5", "MD5"),
            DigestLogin.isTarget(uri, target)
        else { return .wrong }
        let name = user.map { Array($0.utf8) } ?? response.user
        guard
            let login = DigestLogin.hash(
                name + Array(":\(DigestLogin.realm):\(password)".utf8)),
            let request = DigestLogin.hash(Array("\(method.text):\(uri)".utf8)),
            let expected = DigestLogin.hash(
                Array("\(login):\(nonce):\(count):\(clientNonce):auth:\(request)".utf8))
        else { return .wrong }
        let isRight = Authenticator.isSame(expected, given.lowercased())
        guard isRight, response.user == name, !password.isEmpty else { return .wrong }
        return take(nonce, number, from: visitor)
            ? .right(user: String(decoding: name, as: UTF8.self)) : .stale
    }

    /// A time, a random number, and what only this share can make of both for that visitor.
    private func nonce(for visitor: String) -> String {
        let moment = String(UInt64(max(0, now())), radix: 16)
        let random = String(UInt64.random(in: .min ... .max), radix: 16)
        return "\(moment)-\(random)-\(seal("\(moment)-\(random)", visitor) ?? "")"
    }

    /// Keyed twice, so that nobody can lengthen what is sealed.
    private func seal(_ text: String, _ visitor: String) -> String? {
        let inner = DigestLogin.hash(
            secret + Array("\(text) \(Authenticator.group(visitor))".utf8), .sha256)
        return inner.flatMap { DigestLogin.hash(secret + Array($0.utf8), .sha256) }
    }

    /// Whether a challenge is of now, and the number new.
    private func take(_ nonce: String, _ number: UInt32, from visitor: String) -> Bool {
        let parts = nonce.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let made = UInt64(parts[0], radix: 16),
            let seal = seal("\(parts[0])-\(parts[1])", visitor),
            Authenticator.isSame(seal, String(parts[2]))
        else { return false }
        let (madeAt, time) = (Double(made), now())
        guard time - madeAt < DigestLogin.lifetime else { return false }
        return used.withLock { used in
            if used.uses[nonce] == nil {
                guard madeAt > used.staleUntil else { return false }
                if used.uses.count >= DigestLogin.nonceLimit { used.forgetOldest() }
            }
            return used.uses[nonce, default: (Uses(), madeAt)].uses.take(number)
        }
    }

    /// Whether a response is for the request that it came with: some programs name the whole URL.
    private static func isTarget(_ uri: String, _ target: String) -> Bool {
        if uri == target { return true }
        for scheme in ["http://", "https://"] where Headers.isSame(uri.prefix(scheme.count), scheme)
        {
            return uri.dropFirst(scheme.count).drop { $0 != "/" } == target
        }
        return false
    }

    /// In hexadecimal digits; nil where OpenSSL does not let the algorithm be used.
    private static func hash(_ bytes: [UInt8], _ algorithm: ChecksumAlgorithm = .md5) -> String? {
        guard let digester = Digester(algorithm) else { return nil }
        bytes.withUnsafeBytes { digester.update($0) }
        return digester.finish()?.text
    }

    /// `name=value, name="value"` (RFC 9110, section 11.2), names in lower case; nil for what is none.
    private static func fields(_ bytes: [UInt8]) -> [String: [UInt8]]? {
        var fields: [String: [UInt8]] = [:]
        var rest = bytes[...]
        while true {
            rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x2C }
            guard !rest.isEmpty else { return fields }
            guard fields.count < 32, let equals = rest.firstIndex(of: 0x3D) else { return nil }
            let name = Headers.trimmed(String(decoding: rest[..<equals], as: UTF8.self))
            rest = rest[(equals + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
            var value: [UInt8] = []
            if rest.first == 0x22 {
                rest = rest.dropFirst()
                while let byte = rest.first, byte != 0x22 {
                    rest = rest.dropFirst()
                    // A backslash goes before any byte that could be mistaken.
                    guard byte == 0x5C, let next = rest.first else {
                        value.append(byte)
                        continue
                    }
                    value.append(next)
                    rest = rest.dropFirst()
                }
                guard rest.first == 0x22 else { return nil }
                rest = rest.dropFirst()
            } else {
                value = Array(rest.prefix { $0 != 0x2C && $0 != 0x20 && $0 != 0x09 })
                rest = rest.dropFirst(value.count)
            }
            guard fields.updateValue(value, forKey: name.lowercased()) == nil else { return nil }
        }
    }
}
