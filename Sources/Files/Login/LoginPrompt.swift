/// What a program that logs in for Ferry asks of the user.
package struct LoginPrompt: Hashable, Sendable {
    /// What is asked for.
    package enum Kind: Hashable, Sendable {
        /// The password of an account.
        case password
        /// What a private key on this machine is encrypted with.
        case passphrase
        /// What a hardware token is unlocked with.
        case pin
        /// What a server asks for in its own words (keyboard-interactive, RFC 4256): often a code that
        /// works once.
        case challenge
        /// Yes or no.
        case confirmation
        /// Nothing is typed: a hardware token waits to be touched.
        case touch
    }

    /// Bytes of an answer; ssh takes no more.
    package static let answerLimit = 1_023

    /// What is asked for.
    package var kind: Kind
    /// The site that is connected to, as the user knows it: `sftp://me@host`. Sanitised.
    package var site: String
    /// The program's own line, which says who asks: `me@host's password:`. Sanitised.
    package var line: String
    /// What the server, or the program, said before it: a line each, at most 20. Sanitised.
    package var instruction: [String]
    /// Whether the same was asked before in this login, and the answer was refused.
    package var wasRefused: Bool

    /// A prompt; its texts are sanitised already.
    package init(
        _ kind: Kind, site: String, line: String, instruction: [String] = [],
        wasRefused: Bool = false
    ) {
        self.kind = kind
        self.site = site
        self.line = line
        self.instruction = instruction
        self.wasRefused = wasRefused
    }
}

/// What the user said to a `LoginPrompt`.
package enum LoginAnswer: Hashable, Sendable {
    /// To whatever asks for something that is typed; may be empty.
    case secret(Secret)
    /// Yes, to a confirmation.
    case confirmed
    /// No, to a confirmation: the login goes on without what was asked.
    case refused
    /// The login is to end.
    case declined
}
