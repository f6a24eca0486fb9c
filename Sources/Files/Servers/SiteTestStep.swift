/// One step of connecting to a site, and what came of it.
package struct SiteTestStep: Hashable, Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        /// The host name is looked up.
        case dns
        /// A TCP connection is made.
        case connect
        /// The connection is encrypted, and the certificate judged.
        case tls
        /// ssh connects, and judges the host key.
        case ssh
        /// User name and password, or a key.
        case login
        /// The server says what it can do.
        case features
        /// FTP opens its data connection.
        case data
        /// The directory where the user starts is listed.
        case list
    }

    package enum Outcome: Hashable, Sendable {
        /// With what was found, in a few words; nil where there is nothing to say.
        case passed(String?)
        /// One sentence.
        case failed(String)
    }

    package var kind: Kind
    package var outcome: Outcome
    /// How long it took, in seconds.
    package var seconds: Double

    package init(_ kind: Kind, _ outcome: Outcome, seconds: Double) {
        self.kind = kind
        self.outcome = outcome
        self.seconds = seconds
    }

    package var hasPassed: Bool {
        if case .passed = outcome { true } else { false }
    }
}
