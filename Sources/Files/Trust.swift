/// What is known of the TLS of one host and port.
package struct TrustRecord: Hashable, Sendable {
    /// The fingerprint (SHA-256, 32 bytes) that the user trusts here beside the system's store.
    package var trusted: [UInt8]?
    /// TLS was used here; from then on `ftp://` does without it no longer.
    package var hasHadTLS = false
    /// A data connection resumed the control connection's session here; from then on one that does
    /// not is refused.
    package var hasResumed = false
    /// The user agreed to speak in clear (until TLS is met).
    package var mayBeClear = false

    package init() {}
}

/// Keeps what is known of servers: in memory, or in a file as well. Called on workers; may
/// block on a file, never on the user.
package protocol TrustMemory: AnyObject, Sendable {
    /// What is known of the site's host and port; an empty record where nothing is.
    func record(of site: Site) -> TrustRecord
    /// Changes what is known, at once for all connections of this process.
    func update(_ site: Site, _ change: (inout TrustRecord) -> Void)
}

/// How certificates are judged.
package struct TrustPolicy: Sendable {
    /// A PEM file or folder of authorities to trust instead of the system's; nil for those.
    package var authorities: String?
    /// Certificates are not judged at all.
    package var isInsecure: Bool
    package var memory: any TrustMemory

    package init(
        authorities: String? = nil, isInsecure: Bool = false, memory: any TrustMemory
    ) {
        self.authorities = authorities
        self.isInsecure = isInsecure
        self.memory = memory
    }
}

/// What the user said to a `TrustQuestion`.
package enum TrustAnswer: Hashable, Sendable {
    /// Until the program ends.
    case once
    /// For this host and port, written down.
    case always
    case declined
}
