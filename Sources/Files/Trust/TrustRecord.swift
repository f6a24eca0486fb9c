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
