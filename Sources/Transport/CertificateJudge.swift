package import Files
import Words

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
            remark(
                tr("Certificates are not checked; anyone on the network can impersonate \(host)."))
            return .nobody
        }
        guard let doubt else { return .authority }
        let trusted = policy.memory.record(of: site).trusted
        if trusted == certificate.fingerprint { return .user }
        let reason = tr("The certificate does not prove that this is \(host) (\(doubt)).")
        trouble(reason)
        guard let trusted else {
            throw FileSystemError(
                .security,
                detail: reason + " "
                    + tr(
                        "Before you trust it, compare its SHA-256 with the one from the "
                            + "server's operator: \(certificate.fingerprintText)."),
                question: .certificate(.untrusted(certificate, reason: reason)))
        }
        throw FileSystemError(
            .security,
            detail: tr(
                "The certificate of \(host) has changed since you trusted it, and the new one "
                    + "cannot be verified (\(doubt)). Someone may be impersonating \(host). Ask "
                    + "its operator; the new SHA-256 is \(certificate.fingerprintText)."),
            question: .certificate(.changed(certificate, known: trusted, reason: reason)))
    }
}
