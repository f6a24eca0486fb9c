import COpenSSL
import NIOCore
import Testing

/// A visitor of a share who speaks TLS by OpenSSL's client, and whose bytes go in and out by hand.
final class TLSVisitor {
    private let context: OpaquePointer
    private let ssl: OpaquePointer
    private let incoming: OpaquePointer
    private let outgoing: OpaquePointer
    private(set) var text: [UInt8] = []
    private(set) var hasEnded = false
    /// Whether the other side has said why it goes on no further.
    private(set) var isRefused = false

    init(_ protocols: [String] = ["http/1.1"], newest: CInt = TLS1_3_VERSION) throws {
        context = try #require(SSL_CTX_new(TLS_client_method()))
        SSL_CTX_set_verify(context, SSL_VERIFY_NONE, nil)
        ferry_ssl_set_newest(context, newest)
        let names = protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        if !names.isEmpty { SSL_CTX_set_alpn_protos(context, names, UInt32(names.count)) }
        ssl = try #require(SSL_new(context))
        incoming = try #require(BIO_new(BIO_s_mem()))
        outgoing = try #require(BIO_new(BIO_s_mem()))
        SSL_set_bio(ssl, incoming, outgoing)
        SSL_set_connect_state(ssl)
    }

    deinit {
        SSL_free(ssl)
        SSL_CTX_free(context)
    }

    func take(_ bytes: ByteBuffer) {
        _ = bytes.withUnsafeReadableBytes {
            BIO_write(incoming, $0.baseAddress, CInt($0.count))
        }
        advance()
    }

    func advance() {
        ERR_clear_error()
        if SSL_is_init_finished(ssl) == 0, SSL_do_handshake(ssl) != 1 {
            isRefused = isRefused || ERR_get_error() != 0
            return
        }
        var buffer = [UInt8](repeating: 0, count: 40_000)
        while true {
            ERR_clear_error()
            let count = SSL_read(ssl, &buffer, CInt(buffer.count))
            guard count <= 0 else {
                text += buffer.prefix(Int(count))
                continue
            }
            let status = SSL_get_error(ssl, count)
            hasEnded = hasEnded || status == SSL_ERROR_ZERO_RETURN
            isRefused = isRefused || status == SSL_ERROR_SSL
            return
        }
    }

    /// Takes the next bytes that come; whether the handshake is done.
    func takeNext(from client: RawClient) throws -> Bool {
        take(ByteBuffer(bytes: try #require(client.some())))
        return SSL_is_init_finished(ssl) == 1
    }

    func say(_ bytes: [UInt8]) {
        #expect(SSL_write(ssl, bytes, CInt(bytes.count)) == CInt(bytes.count))
    }

    func end() { SSL_shutdown(ssl) }

    var output: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: BIO_ctrl_pending(outgoing))
        if !bytes.isEmpty { _ = BIO_read(outgoing, &bytes, CInt(bytes.count)) }
        return bytes
    }
}
