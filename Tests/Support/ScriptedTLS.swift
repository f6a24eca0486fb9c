import COpenSSL
import Glibc

/// The server's side of TLS on a blocking socket, for scripts.
final class ScriptedTLS {
    /// What connections have in common that may resume each other's sessions.
    final class Context {
        fileprivate let pointer: OpaquePointer

        init(
            _ certificate: TestCertificate, newest: CInt, takesSessionsOnce: Bool = false
        ) throws {
            guard let made = SSL_CTX_new(TLS_server_method()) else { throw ScriptedTLS.failure() }
            pointer = made
            ferry_ssl_set_newest(made, newest)
            SSL_CTX_set_session_id_context(made, [1], 1)
            // OpenSSL takes sessions that allow early data only once.
            if takesSessionsOnce { SSL_CTX_set_max_early_data(made, 1) }
            try ScriptedTLS.with(certificate.certificate) { bio in
                let own = PEM_read_bio_X509(bio, nil, nil, nil)
                defer { X509_free(own) }
                guard SSL_CTX_use_certificate(made, own) == 1 else { throw ScriptedTLS.failure() }
            }
            try ScriptedTLS.with(certificate.key) { bio in
                let key = PEM_read_bio_PrivateKey(bio, nil, nil, nil)
                defer { EVP_PKEY_free(key) }
                guard SSL_CTX_use_PrivateKey(made, key) == 1 else { throw ScriptedTLS.failure() }
            }
            // Takes the last protocol that is offered: for HTTP the one that is text.
            SSL_CTX_set_alpn_select_cb(
                made,
                { _, chosen, length, offered, size, _ in
                    guard let offered, size > 1 else { return SSL_TLSEXT_ERR_NOACK }
                    var start = 0
                    while start + 1 + Int(offered[start]) < size {
                        start += 1 + Int(offered[start])
                    }
                    chosen?.pointee = offered + start + 1
                    length?.pointee = offered[start]
                    return SSL_TLSEXT_ERR_OK
                }, nil)
        }

        deinit {
            SSL_CTX_free(pointer)
        }
    }

    private let ssl: OpaquePointer

    /// Shakes hands.
    init(over descriptor: CInt, _ context: Context) throws {
        guard let made = SSL_new(context.pointer) else { throw ScriptedTLS.failure() }
        ssl = made
        guard ferry_ssl_set_socket(made, descriptor) == 1, SSL_accept(made) == 1 else {
            throw ScriptedTLS.failure()
        }
    }

    deinit {
        SSL_free(ssl)
    }

    var isResumed: Bool { SSL_session_reused(ssl) == 1 }

    /// The name that the client asked for (SNI).
    var name: String? {
        SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name).map { String(cString: $0) }
    }

    /// The protocol that the client offered first (ALPN).
    var application: String {
        var bytes: UnsafePointer<UInt8>?
        var length: UInt32 = 0
        SSL_get0_alpn_selected(ssl, &bytes, &length)
        return String(
            decoding: UnsafeBufferPointer(start: bytes, count: Int(length)), as: UTF8.self)
    }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            var count = 0
            let result = bytes[sent...].withUnsafeBytes {
                SSL_write_ex(ssl, $0.baseAddress, $0.count, &count)
            }
            guard result == 1 else { throw ScriptedTLS.failure() }
            sent += count
        }
    }

    /// What comes next; empty at the end, which `hasFinished` tells from a cut.
    func receive() throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        var count = 0
        guard SSL_read_ex(ssl, &buffer, buffer.count, &count) == 1 else { return [] }
        return Array(buffer[..<count])
    }

    /// Whether the client said that nothing more comes (close_notify).
    var hasFinished: Bool { SSL_get_shutdown(ssl) & SSL_RECEIVED_SHUTDOWN != 0 }

    /// Says that nothing more comes.
    func finish() { SSL_shutdown(ssl) }

    private static func with(_ bytes: [UInt8], _ body: (OpaquePointer) throws -> Void) throws {
        guard let bio = BIO_new(BIO_s_mem()) else { throw failure() }
        defer { BIO_free(bio) }
        BIO_write(bio, bytes, CInt(bytes.count))
        try body(bio)
    }

    private static func failure() -> ScriptedPeer.Mismatch {
        let reason = ERR_reason_error_string(ERR_get_error()).map { String(cString: $0) }
        ERR_clear_error()
        return ScriptedPeer.Mismatch("no TLS: \(reason ?? "the connection ended")")
    }
}
