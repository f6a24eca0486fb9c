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
    /// Where text was encrypted into last; used again once it was sent.
    private var sent = ByteBuffer()

    /// Bytes of text that one call takes out, at least where there are as many.
    private static let blockSize = 1 << 16
    /// Bytes of text in a record at most, and what its encryption adds (RFC 8446 section 5.2).
    private static let recordSize = 1 << 14
    private static let recordOverhead = 256
    /// Larger ones are not kept for the next text.
    private static let keptSize = 1 << 20

    /// Takes over a connection of OpenSSL's; nil without memory.
    init?(owning ssl: OpaquePointer) {
        guard let incoming = BIO_new(BIO_s_mem()) else {
            SSL_free(ssl)
            return nil
        }
        guard let outgoing = ferry_outlet_new() else {
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
        // A call takes one record out.
        let expected = max(TLSSession.recordSize, BIO_ctrl_pending(incoming))
        var text = allocator.buffer(capacity: min(expected, TLSSession.blockSize))
        var status: CInt = 1
        while status == 1, text.readableBytes <= TLSSession.blockSize - TLSSession.recordSize {
            text.writeWithUnsafeMutableBytes(minimumWritableBytes: TLSSession.recordSize) { room in
                var count = 0
                ERR_clear_error()
                status = SSL_read_ex(ssl, room.baseAddress, room.count, &count)
                return status == 1 ? count : 0
            }
        }
        let next: Step? = status == 1 ? nil : step(after: status)
        guard text.readableBytes > 0 else { return next ?? .needsMore }
        // An end is told again by the next call.
        return .text(text)
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

    /// What is to be sent for text, together with what was to be sent before; nil where OpenSSL
    /// fails. Only once it is open.
    func encrypt(_ text: ByteBuffer, _ allocator: ByteBufferAllocator) -> ByteBuffer? {
        let records = text.readableBytes / TLSSession.recordSize + 1
        let size = text.readableBytes + records * TLSSession.recordOverhead
        if sent.capacity > TLSSession.keptSize { sent = allocator.buffer(capacity: size) }
        // Memory that is still being sent is left to that.
        sent.clear(minimumCapacity: size)
        if let before = takeOutput(allocator) { sent.writeImmutableBuffer(before) }
        sent.writeWithUnsafeMutableBytes(minimumWritableBytes: size) { room in
            ferry_outlet_open(outgoing, room.baseAddress, room.count)
            text.withUnsafeReadableBytes { write($0) }
            return ferry_outlet_close(outgoing)
        }
        if let rest = takeOutput(allocator) { sent.writeImmutableBuffer(rest) }
        return hasFailed ? nil : sent
    }

    private func write(_ text: UnsafeRawBufferPointer) {
        var rest = text[...]
        while !rest.isEmpty, !hasFailed {
            var count = 0
            ERR_clear_error()
            let status = SSL_write_ex(
                ssl, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, &count)
            if status == 1, count > 0 {
                rest = rest.dropFirst(count)
            } else {
                hasFailed = true
                ERR_clear_error()
            }
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
        let count = ferry_outlet_spilled(outgoing)
        guard count > 0 else { return nil }
        var output = allocator.buffer(capacity: count)
        output.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { room in
            ferry_outlet_take(outgoing, room.baseAddress)
            return count
        }
        return output
    }
}
