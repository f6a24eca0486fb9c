import Files

/// What ssh asks for, told by its own words (OpenSSH 7.6 to 10). Does no I/O.
enum SSHPrompt: Hashable, Sendable {
    /// Whether a key that it does not know may be trusted.
    case hostKey(HostKey)
    /// The same again, since the last answer was none.
    case hostKeyAgain
    /// A question about a host key that is not understood.
    case unreadHostKey
    /// The password of `user@host`.
    case password(account: String)
    /// What a server asks for `user@host` in its own words.
    case challenge(account: String, words: String)
    case passphrase
    case pin
    case confirmation
    case touch
    /// Anything else that is typed.
    case other

    /// Reads what the helper was given.
    init(_ request: AskpassRequest) {
        let text = request.prompt
        switch request.kind {
        case .confirmation: self = .confirmation
        case .notice: self = .touch
        case .typed: self = SSHPrompt.typed(text)
        }
    }

    private static func typed(_ text: String) -> SSHPrompt {
        if text.hasPrefix("The authenticity of host '") {
            return HostKey(question: text).map { .hostKey($0) } ?? .unreadHostKey
        }
        if text.hasPrefix("Please type 'yes'") { return .hostKeyAgain }
        // What follows the account is the server's, and may look like any other prompt.
        if text.first == "(", let end = text.firstIndex(of: ")"), text[..<end].contains("@") {
            let words = text[text.index(after: end)...].drop { $0 == " " }
            return .challenge(
                account: String(text[..<end].dropFirst()), words: String(words))
        }
        if text.hasSuffix("'s password: "), !text.contains("\n") {
            return .password(account: String(text.dropLast("'s password: ".count)))
        }
        if text.hasPrefix("Enter passphrase for ") { return .passphrase }
        if text.hasPrefix("Enter PIN") { return .pin }
        return .other
    }

    /// Whether a server's own words plainly ask for a password.
    static func asksPassword(_ words: String) -> Bool {
        let letters = words.lowercased().filter { $0.isLetter || $0 == " " }
        let parts = letters.split(separator: " ")
        return parts == ["password"] || parts.starts(with: ["password", "for"])
    }
}

extension HostKey {
    /// From ssh's question whether it may be trusted; nil where that is not understood.
    init?(question text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
        guard let first = lines.first,
            let named = first.split(separator: "'", maxSplits: 2).dropFirst().first,
            let stated = lines.first(where: { $0.contains(" key fingerprint is") })
        else { return nil }
        let words = stated.split(separator: " ")
        guard let type = words.first, let last = words.last else { return nil }
        let fingerprint = last.last == "." ? last.dropLast() : last
        guard HostKey.isFingerprint(fingerprint), fingerprint.utf8.count <= 200 else { return nil }
        guard let place = HostKey.place(named.prefix { $0 != " " }) else { return nil }
        let image = lines.drop { !$0.hasPrefix("+--") }
            .prefix { $0.hasPrefix("+") || $0.hasPrefix("|") }
        self.init(
            host: place.host, port: place.port, type: String(type),
            fingerprint: String(fingerprint), image: image.map(String.init))
    }

    /// Whether it is one as ssh writes it, and takes it for an answer.
    static func isFingerprint(_ text: some StringProtocol) -> Bool {
        guard let colon = text.firstIndex(of: ":") else { return false }
        let digest = text[text.index(after: colon)...].utf8
        return !digest.isEmpty
            && text.utf8.allSatisfy { byte in
                (0x30...0x3A).contains(byte) || (0x41...0x5A).contains(byte)
                    || (0x61...0x7A).contains(byte) || [0x2B, 0x2F, 0x3D, 0x2D].contains(byte)
            }
    }

    /// `host`, or `[host]:port`.
    static func place(_ text: some StringProtocol) -> (host: String, port: UInt16)? {
        guard text.first == "[" else {
            return text.isEmpty ? nil : (String(text), Site.Scheme.sftp.defaultPort)
        }
        guard let end = text.lastIndex(of: "]"),
            let port = UInt16(text[text.index(after: end)...].dropFirst())
        else { return nil }
        return (String(text[..<end].dropFirst()), port)
    }
}
