import COpenSSL
import Files
import Words

/// What the TLS connections to one server have in common: the rules, and whom to believe. TLS 1.2
/// is the least, there is no renegotiation, and ALPN (RFC 7301) names the one protocol that is meant,
/// so that no server of another with the same certificate can be made to answer.
package final class TLSContext {
    let pointer: OpaquePointer

    /// `authorities` is a PEM file, or a folder as made by `openssl rehash`; nil for the system's.
    /// `application` is what will be spoken, by its name in ALPN: 1…255 bytes.
    package init(
        authorities: String? = nil, application: String = "ftp"
    ) throws(TransportError) {
        guard let made = SSL_CTX_new(TLS_client_method()) else { throw TLSWords.failure() }
        // From here on `deinit` frees it, thrown errors included.
        pointer = made
        ferry_ssl_set_client_rules(made)
        // The certificate is judged after the handshake, so that it can be shown.
        SSL_CTX_set_verify(made, SSL_VERIFY_NONE, nil)
        let name = Array(application.utf8.prefix(255))
        let protocols = [UInt8(name.count)] + name
        SSL_CTX_set_alpn_protos(made, protocols, UInt32(protocols.count))
        SSL_CTX_sess_set_new_cb(made) { ssl, session in TLSStream.keep(session, of: ssl) }
        try TLSAuthorities.load(authorities, into: made)
    }

    deinit {
        SSL_CTX_free(pointer)
    }

    /// Shows a certificate to servers that ask for one: the paths of PEM files with the certificate,
    /// its chain behind it, and the key; nil where the key is in the same file. A key with a
    /// passphrase is refused, because nobody can be asked for it here.
    package func show(certificate: String, key: String?) throws(TransportError) {
        SSL_CTX_set_default_passwd_cb(pointer) { _, _, _, _ in 0 }
        ERR_clear_error()
        guard SSL_CTX_use_certificate_chain_file(pointer, certificate) == 1,
            SSL_CTX_use_PrivateKey_file(pointer, key ?? certificate, SSL_FILETYPE_PEM) == 1
        else {
            let reason = TLSWords.failure().words
            let file = VisibleText.make(certificate)
            throw TransportError(
                .tls, tr("the client certificate in \(file) cannot be used (\(reason))"))
        }
    }
}

/// A session that a later connection may resume (RFC 8446 section 2.2, RFC 5077).
final class TLSSession {
    let pointer: OpaquePointer

    /// Takes the session over.
    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        SSL_SESSION_free(pointer)
    }
}
