import COpenSSL
import Files
import Words

/// OpenSSL's errors in plain words.
enum TLSWords {
    /// The error that the last call left.
    static func failure() -> TransportError {
        guard ferry_openssl_load() == 1 else {
            let name = String(cString: ferry_openssl_name())
            return TransportError(
                .tls,
                tr("\(name) cannot be loaded; install your system's package of OpenSSL (libssl3)")
            )
        }
        let code = ERR_get_error()
        ERR_clear_error()
        return TransportError(.tls, words(code))
    }

    private static func words(_ code: UInt) -> String {
        switch ferry_error_reason(code) {
        case SSL_R_WRONG_VERSION_NUMBER, SSL_R_UNKNOWN_PROTOCOL, SSL_R_HTTP_REQUEST,
            SSL_R_PACKET_LENGTH_TOO_LONG, SSL_R_BAD_RECORD_TYPE:
            return tr("it does not speak TLS")
        case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_TLSV1_ALERT_PROTOCOL_VERSION:
            return tr("it only supports versions older than TLS 1.2, which are not secure")
        case SSL_R_SSLV3_ALERT_HANDSHAKE_FAILURE:
            return
                tr(
                    "it refused the handshake (no common cipher, or a client certificate is required)"
                )
        case SSL_R_UNSAFE_LEGACY_RENEGOTIATION_DISABLED:
            return tr("it uses an old form of renegotiation that is not secure")
        default:
            guard code != 0, let reason = ERR_reason_error_string(code) else {
                return tr("the TLS library gave no reason")
            }
            return VisibleText.make(String(cString: reason))
        }
    }

    /// Why a certificate is not vouched for, by the code of its check.
    static func doubt(_ code: CInt) -> String {
        switch code {
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
            tr("it is self-signed, not issued by an authority")
        case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT,
            X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
            tr("no trusted authority issued it")
        case X509_V_ERR_CERT_HAS_EXPIRED: tr("it has expired")
        case X509_V_ERR_CERT_NOT_YET_VALID: tr("it is not valid yet")
        case X509_V_ERR_CERT_REVOKED: tr("it was revoked")
        default: VisibleText.make(String(cString: X509_verify_cert_error_string(Int(code))))
        }
    }
}
