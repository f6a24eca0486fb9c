import COpenSSL
import NIOCore

/// The server's end of one TLS connection, without I/O: what came goes in, and what is to be sent
/// comes out. Confined to its loop.
final class TLSSession {
    /// What taking in what came has led to.
    enum Step {
        /// Text of the visitor's, decrypted.
        case text(ByteBuffer)
        /// More has to come first.
        case needsMore
        /// The visitor has said that nothing more comes (close_notify, RFC 8446 section 6.1).
        case ended
        /// What came is no TLS, or breaks its rules; what there is to send tells the visitor.
        case broken
    }

    private let ssl: OpaquePointer
    private let incoming: OpaquePointer
    private let outgoing: OpaquePointer
    private var hasFailed = false
    private(set) var isOpen = false

    /// Bytes of text that one call takes out, and that are encrypted at once: as many as stay in the
    /// processor's cache.
    private static let blockSize = 1 << 16

    /// Takes over a connection of OpenSSL's; nil without memory.
    init?(owning ssl: OpaquePointer) {
        guard let incoming = BIO_new(BIO_s_mem()) else {
            SSL_free(ssl)
            return nil
        }
        guard let outgoing = BIO_new(BIO_s_mem()) else {
            BIO_free(incoming)
            SSL_free(ssl)
            return nil
        }
        self.ssl = ssl
        self.incoming = incoming
        self.outgoing = outgoing
        SSL_set_bio(ssl, incoming, outgoing)
        SSL_set_accept_state(ssl)
    }

    deinit {
        SSL_free(ssl)
    }

    /// Takes what the visitor sent.
    func receive(_ bytes: ByteBuffer) {
        let taken = bytes.withUnsafeReadableBytes { bytes in
            BIO_write(incoming, bytes.baseAddress, CInt(clamping: bytes.count))
        }
        // Without memory nothing that follows could be understood.
        if taken != CInt(clamping: bytes.readableBytes) { hasFailed = true }
    }

    /// Goes on with what came.
    func advance(_ allocator: ByteBufferAllocator) -> Step {
        guard !hasFailed else { return .broken }
        if !isOpen {
            ERR_clear_error()
            let status = SSL_do_handshake(ssl)
            guard status == 1 else { return step(after: status) }
            isOpen = true
        }
        var text = allocator.buffer(capacity: TLSSession.blockSize)
        var status: CInt = 1
        text.writeWithUnsafeMutableBytes(minimumWritableBytes: TLSSession.blockSize) { room in
            var count = 0
            ERR_clear_error()
            status = SSL_read_ex(ssl, room.baseAddress, room.count, &count)
            return status == 1 ? count : 0
        }
        return status == 1 ? .text(text) : step(after: status)
    }

    private func step(after status: CInt) -> Step {
        switch SSL_get_error(ssl, status) {
        case SSL_ERROR_WANT_READ: return .needsMore
        case SSL_ERROR_ZERO_RETURN: return .ended
        default:
            hasFailed = true
            ERR_clear_error()
            return .broken
        }
    }

    /// Encrypts text, and gives what is to be sent for it, block by block, to `send`; false where
    /// OpenSSL fails. Only once it is open.
    func encrypt(
        _ text: ByteBuffer, _ allocator: ByteBufferAllocator, send: (ByteBuffer) -> Void
    ) -> Bool {
        text.withUnsafeReadableBytes { text in
            var rest = text[...]
            while !rest.isEmpty {
                guard !hasFailed else { return false }
                let block = UnsafeRawBufferPointer(rebasing: rest.prefix(TLSSession.blockSize))
                var count = 0
                ERR_clear_error()
                guard SSL_write_ex(ssl, block.baseAddress, block.count, &count) == 1, count > 0
                else {
                    hasFailed = true
                    ERR_clear_error()
                    return false
                }
                rest = rest.dropFirst(count)
                if let output = takeOutput(allocator) { send(output) }
            }
            return true
        }
    }

    /// Says that no more text comes; only the first time.
    func end() {
        guard isOpen, !hasFailed, SSL_get_shutdown(ssl) & SSL_SENT_SHUTDOWN == 0 else { return }
        ERR_clear_error()
        _ = SSL_shutdown(ssl)
    }

    /// What is to be sent; nil where there is nothing.
    func takeOutput(_ allocator: ByteBufferAllocator) -> ByteBuffer? {
        let count = BIO_ctrl_pending(outgoing)
        guard count > 0 else { return nil }
        var output = allocator.buffer(capacity: count)
        output.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { room in
            Int(max(0, BIO_read(outgoing, room.baseAddress, CInt(clamping: count))))
        }
        return output
    }
}
