/// What a server has shown of itself, for the user to read. Texts are a stranger's: sanitised, and
/// bounded.
package struct ServerCard: Hashable, Sendable {
    /// Why a server could not be used, and when.
    package struct Failure: Hashable, Sendable {
        /// One sentence.
        package var sentence: String
        /// Seconds since the epoch.
        package var time: Int64

        /// What went wrong at a time.
        package init(_ sentence: String, at time: Int64) {
            self.sentence = sentence
            self.time = time
        }
    }

    /// Bytes of a text that are kept, and of the name of a feature.
    private static let (textLimit, nameLimit, sentenceLimit) = (120, 40, 400)
    /// Features and host keys that are kept.
    private static let (featureLimit, keyLimit) = (48, 8)

    /// What it calls itself: an FTP greeting, HTTP's Server, SSH's version.
    package var software: String?
    /// What system it says it runs on.
    package var system: String?
    /// What it says that it can do, by the names of its protocol, in their order.
    package var features: [String] = []
    /// Seconds by which its clock is ahead of UTC; nil where that was not measured.
    package var clockOffset: Int?
    /// `TLS 1.3`; nil where it was never met with TLS.
    package var tlsVersion: String?
    /// The certificate that was accepted last.
    package var certificate: Certificate?
    /// The host keys that ssh knows it by: `ED25519 SHA256:…`.
    package var hostKeys: [String] = []
    /// The last time that it could not be used.
    package var failure: Failure?
    /// When somebody was logged in there last, in seconds since the epoch.
    package var seen: Int64?

    /// Nothing is known.
    package init() {}

    /// The same with all texts sanitised and cut, and not too many of them.
    package var bounded: ServerCard {
        var card = self
        func text(_ text: String, _ limit: Int) -> String {
            VisibleText.make(Array(text.utf8), limit: limit)
        }
        func some(_ given: String?) -> String? {
            given.flatMap { $0.isEmpty ? nil : text($0, ServerCard.textLimit) }
        }
        card.software = some(software)
        card.system = some(system)
        card.tlsVersion = some(tlsVersion)
        card.features = features.prefix(ServerCard.featureLimit).filter { !$0.isEmpty }
            .map { text($0, ServerCard.nameLimit) }
        card.hostKeys = hostKeys.prefix(ServerCard.keyLimit).map { text($0, ServerCard.textLimit) }
        card.failure?.sentence = text(failure?.sentence ?? "", ServerCard.sentenceLimit)
        if var kept = certificate {
            kept.subject = text(kept.subject, ServerCard.textLimit)
            kept.issuer = text(kept.issuer, ServerCard.textLimit)
            kept.names = []
            card.certificate = kept
        }
        return card
    }

    /// Takes in how the connection is protected.
    package mutating func note(_ security: ConnectionSecurity?) {
        guard case .tls(let state) = security else { return }
        tlsVersion = state.version
        certificate = state.certificate
    }
}
