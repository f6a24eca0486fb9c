import COpenSSL
import Files
import Jobs
import Synchronization
import Words

/// The share's end of TLS: its certificate, and the rules that all its connections have. TLS 1.2 is
/// the least, there is no renegotiation, and a visitor who wants to speak another protocol than HTTP/1
/// (RFC 7301) is refused. Used from any thread.
final class ShareTLS: Sendable {
    /// SHA-256 of the certificate: 32 bytes.
    let fingerprint: [UInt8]
    private let context: Mutex<Context>

    /// Nil where nothing is to be encrypted. `names` are host names and addresses of the share.
    static func make(
        _ encryption: ShareRequest.Encryption, names: [String]
    ) throws(FileSystemError) -> ShareTLS? {
        // Unencrypted pages need it too: their scripts are allowed by their hashes.
        guard ferry_openssl_load() == 1 else {
            throw FileSystemError(
                .other,
                detail: tr(
                    "\(String(cString: ferry_openssl_name())) cannot be loaded; install your "
                        + "system's package of OpenSSL (libssl3)."))
        }
        let chain: CertificateChain
        switch encryption {
        case .none: return nil
        case .made: chain = try MadeCertificate(names: names).chain
        case .given(let certificate, let key):
            chain = try GivenCertificate(certificate: certificate, key: key).chain
        }
        return try ShareTLS(chain)
    }

    init(_ chain: sending CertificateChain) throws(FileSystemError) {
        let fingerprint = chain.fingerprint
        guard let context = Context(chain), let fingerprint else {
            throw FileSystemError(
                .security, detail: tr("OpenSSL cannot use the certificate for this share."))
        }
        self.fingerprint = fingerprint
        self.context = Mutex(context)
    }

    /// A new connection's end; nil without memory.
    func makeSession() -> TLSSession? {
        let address = context.withLock { UInt(bitPattern: SSL_new($0.pointer)) }
        return OpaquePointer(bitPattern: address).flatMap { TLSSession(owning: $0) }
    }

    /// OpenSSL's context, freed with it.
    private final class Context {
        let pointer: OpaquePointer

        init?(_ chain: CertificateChain) {
            guard let made = SSL_CTX_new(TLS_server_method()) else { return nil }
            // From here on `deinit` frees it.
            pointer = made
            ferry_ssl_set_server_rules(made)
            guard chain.show(in: made) else { return nil }
        }

        deinit {
            SSL_CTX_free(pointer)
        }
    }
}
