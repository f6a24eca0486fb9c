package import Files

/// Decides whether a server is who it should be: by the authorities, else by what the user trusts.
/// The same for every protocol above TLS.
package struct CertificateJudge {
    private let site: Site
    private let policy: TrustPolicy
    private let remark: (String) -> Void
    private let trouble: (String) -> Void

    /// `remark` and `trouble` take lines for the log.
    package init(
        site: Site, policy: TrustPolicy, remark: @escaping (String) -> Void,
        trouble: @escaping (String) -> Void
    ) {
        self.site = site
        self.policy = policy
        self.remark = remark
        self.trouble = trouble
    }

    /// Who vouches for `certificate`, about which there may be a `doubt` (`Certificate.doubt`).
    /// Throws `.security` with a question for the user where nobody does.
    package func voucher(
        of certificate: Certificate, doubt: String?
    ) throws(FileSystemError) -> TLSState.Voucher {
        let host = VisibleText.make(site.host)
        if policy.isInsecure {
            remark("Certificates are not judged: anyone on the way can pretend to be \(host).")
            return .nobody
        }
        guard let doubt else { return .authority }
        let trusted = policy.memory.record(of: site).trusted
        if trusted == certificate.fingerprint { return .user }
        let reason = "The certificate does not prove that this is \(host): \(doubt)."
        trouble(reason)
        guard let trusted else {
            throw FileSystemError(
                .security,
                detail: reason + " Compare its SHA-256 with one from the server's operator before "
                    + "you trust it: \(certificate.fingerprintText).",
                question: .certificate(.untrusted(certificate, reason: reason)))
        }
        throw FileSystemError(
            .security,
            detail: "\(host) shows another certificate than the one that you trusted, and nobody "
                + "vouches for it (\(doubt)): someone on the way may pretend to be \(host). Ask its "
                + "operator; the new SHA-256 is \(certificate.fingerprintText).",
            question: .certificate(.changed(certificate, known: trusted, reason: reason)))
    }
}
