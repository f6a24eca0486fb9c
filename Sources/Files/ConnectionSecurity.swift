/// How what goes over a connection is protected, for a pane's title and a site's page.
package enum ConnectionSecurity: Hashable, Sendable {
    /// Not at all: passwords and files can be read on the way.
    case clear
    case tls(TLSState)
    /// By SSH: encrypted, and the host's key is one that ssh knows.
    case ssh
}

/// What a connection's TLS is like.
package struct TLSState: Hashable, Sendable {
    /// Who vouches for the server's certificate.
    package enum Voucher: Hashable, Sendable {
        /// An authority of the system's store, or of the one that was given.
        case authority
        /// The user, who trusts this very certificate.
        case user
        /// Nobody: certificates are not judged.
        case nobody
    }

    /// `TLS 1.3`.
    package var version: String
    /// The cipher suite by OpenSSL's name: `TLS_AES_256_GCM_SHA384`.
    package var cipher: String
    package var certificate: Certificate
    package var voucher: Voucher
    /// Whether the last data connection resumed the control connection's session; nil until there
    /// was one.
    package var isResumed: Bool?

    package init(
        version: String, cipher: String, certificate: Certificate, voucher: Voucher,
        isResumed: Bool? = nil
    ) {
        self.version = version
        self.cipher = cipher
        self.certificate = certificate
        self.voucher = voucher
        self.isResumed = isResumed
    }
}
