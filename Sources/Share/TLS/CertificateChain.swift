import COpenSSL

/// A certificate, those that vouch for it, and its key.
final class CertificateChain {
    private let certificates: [OpaquePointer]
    private let key: OpaquePointer

    /// Takes them over: the share's own certificate first, at least one.
    init(owning certificates: [OpaquePointer], key: OpaquePointer) {
        self.certificates = certificates
        self.key = key
    }

    deinit {
        for certificate in certificates { X509_free(certificate) }
        EVP_PKEY_free(key)
    }

    /// SHA-256 of the share's own certificate: 32 bytes. Nil where OpenSSL fails.
    var fingerprint: [UInt8]? {
        var digest = [UInt8](repeating: 0, count: 32)
        guard let own = certificates.first, ferry_certificate_fingerprint(own, &digest) == 1
        else { return nil }
        return digest
    }

    /// Whether the key is the one of the share's own certificate.
    var isMatching: Bool {
        certificates.first.map { X509_check_private_key($0, key) == 1 } ?? false
    }

    /// Has the connections of a context show it; false where OpenSSL fails.
    func show(in context: OpaquePointer) -> Bool {
        guard let own = certificates.first, SSL_CTX_use_certificate(context, own) == 1,
            SSL_CTX_use_PrivateKey(context, key) == 1
        else { return false }
        return certificates.dropFirst().allSatisfy { ferry_ssl_add_to_chain(context, $0) == 1 }
    }
}
