import COpenSSL
package import Files
import Glibc
import Words

/// A TLS connection to a server, above a socket of ours. It never waits by itself: what a call
/// cannot do at once is asked for in `Readiness`, like a socket's own reads and writes.
package final class TLSStream: ByteStream {
    /// What the handshake waits for.
    package enum Need: Sendable {
        case input, output
    }

    /// Bytes taken from the socket at a time, of a data connection.
    private static let readAhead = 256 << 10

    package let socket: Socket
    private let ssl: OpaquePointer
    /// The connection whose session this one offers to resume.
    private let origin: TLSStream?
    private var offer: TLSSession?
    /// The newest session that this connection was given.
    private var newest: TLSSession?
    /// The newest that a connection was given which resumed this one's; for servers that take each
    /// session once.
    private var spare: TLSSession?
    private var prefersSpare = false
    package private(set) var isEstablished = false
    /// Whether the peer said that nothing more comes (close_notify).
    private var hasEnded = false
    /// What broke the connection, for every call that follows.
    private var failure: TransportError?

    /// The client's side of a connection to `host`. With `origin`, its newest session is offered.
    package init(
        over socket: Socket, to host: String, _ context: TLSContext, resuming origin: TLSStream?
    ) throws(TransportError) {
        guard let made = SSL_new(context.pointer) else { throw TLSWords.failure() }
        // From here on `deinit` frees it, thrown errors included.
        ssl = made
        self.socket = socket
        self.origin = origin
        guard ferry_ssl_set_socket(made, socket.descriptor) == 1 else { throw TLSWords.failure() }
        SSL_set_ex_data(made, 0, Unmanaged.passUnretained(self).toOpaque())
        SSL_set_connect_state(made)
        if !TLSStream.isAddress(host) { _ = ferry_ssl_set_name(made, TLSStream.plain(host)) }
        guard let origin else { return }
        ferry_ssl_read_ahead(made, TLSStream.readAhead)
        if let offered = origin.prefersSpare ? origin.spare ?? origin.newest : origin.newest,
            // A copy, because a connection that breaks spoils the session that it used.
            let copy = SSL_SESSION_dup(offered.pointer)
        {
            let own = TLSSession(owning: copy)
            if SSL_set_session(made, copy) == 1 { offer = own }
        }
    }

    deinit {
        close()
        SSL_free(ssl)
    }

    // MARK: The handshake

    /// Goes on with the handshake as far as it goes at once; what it waits for, or nil when it is
    /// done.
    package func advance() throws(TransportError) -> Need? {
        if isEstablished { return nil }
        try check()
        ERR_clear_error()
        let result = SSL_do_handshake(ssl)
        let code = errno
        if result == 1 {
            isEstablished = true
            if offer != nil, !isResumed, let origin { origin.prefersSpare = origin.spare != nil }
            return nil
        }
        switch SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ: return .input
        case SSL_ERROR_WANT_WRITE: return .output
        default: throw fail(result, code)
        }
    }

    /// The whole handshake.
    package func establish(_ deadline: Deadline) throws(TransportError) {
        while let need = try advance() {
            switch need {
            case .input: try Readiness.wait(forInput: socket, deadline)
            case .output: try Readiness.wait(forOutput: socket, deadline)
            }
        }
    }

    /// `TLS 1.3`.
    package var version: String {
        let name = String(cString: SSL_get_version(ssl))
        return name.hasPrefix("TLSv") ? "TLS " + name.dropFirst(4) : name
    }

    /// By OpenSSL's name.
    package var cipher: String {
        guard let cipher = SSL_get_current_cipher(ssl), let name = SSL_CIPHER_get_name(cipher)
        else { return tr("no cipher") }
        return String(cString: name)
    }

    /// Whether there was a session to offer.
    package var hasOffered: Bool { offer != nil }
    /// From here on offers the newest session that came of this connection's own, where there is one.
    package func preferSpare() { prefersSpare = true }

    /// Whether the server took the session that was offered.
    package var isResumed: Bool { isEstablished && SSL_session_reused(ssl) == 1 }
    /// What the server showed; after the handshake.
    package var certificate: Certificate? {
        SSL_get0_peer_certificate(ssl).flatMap { Certificate($0) }
    }

    /// Why the server's certificate does not prove that it is `host`, to complete "because …"; nil
    /// where it does.
    package func doubt(about host: String) -> String? {
        Certificate.doubt(
            about: host, SSL_get0_peer_certificate(ssl),
            code: CInt(truncatingIfNeeded: SSL_get_verify_result(ssl)))
    }

    // MARK: Bytes

    package var holdsInput: Bool { failure != nil || hasEnded || SSL_has_pending(ssl) == 1 }

    package func readAvailable(
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(TransportError) -> Int? {
        try check()
        var total = 0
        // A record holds 16 KiB at most; whoever writes to a disk wants more at a time.
        while total < buffer.count, !hasEnded {
            ERR_clear_error()
            var count = 0
            let target = buffer.baseAddress.map { $0 + total }
            let result = SSL_read_ex(ssl, target, buffer.count - total, &count)
            let code = errno
            if result == 1 {
                total += count
                continue
            }
            switch SSL_get_error(ssl, result) {
            case SSL_ERROR_WANT_READ: return total > 0 ? total : nil
            case SSL_ERROR_ZERO_RETURN: hasEnded = true
            default:
                let error = fail(result, code)
                // What came before is whole: TLS checks each record.
                if total > 0, error.kind != .cancelled { return total }
                throw error
            }
        }
        return total
    }

    package func writeAvailable(
        _ buffer: UnsafeRawBufferPointer
    ) throws(TransportError) -> Int? {
        try check()
        var total = 0
        while total < buffer.count {
            ERR_clear_error()
            var count = 0
            let source = buffer.baseAddress.map { $0 + total }
            let result = SSL_write_ex(ssl, source, buffer.count - total, &count)
            let code = errno
            if result == 1 {
                total += count
                continue
            }
            guard SSL_get_error(ssl, result) == SSL_ERROR_WANT_WRITE else {
                throw fail(result, code)
            }
            break
        }
        return total > 0 ? total : nil
    }

    package var outlook: Readability {
        guard socket.isOpen, failure == nil, !hasEnded else { return .end }
        guard isEstablished else { return .nothing }
        ERR_clear_error()
        var byte: UInt8 = 0
        var count = 0
        let result = SSL_peek_ex(ssl, &byte, 1, &count)
        let code = errno
        if result == 1 { return .bytes }
        switch SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ: return .nothing
        case SSL_ERROR_ZERO_RETURN: hasEnded = true
        default: _ = fail(result, code)
        }
        return .end
    }

    // MARK: The end

    package func finishWritingAvailable() throws(TransportError) -> Bool {
        try check()
        guard isEstablished else { throw .closed }
        ERR_clear_error()
        let result = SSL_shutdown(ssl)
        let code = errno
        if result < 0 {
            guard SSL_get_error(ssl, result) == SSL_ERROR_WANT_WRITE else {
                throw fail(result, code)
            }
            return false
        }
        return try socket.finishWritingAvailable()
    }

    package func close() {
        guard socket.isOpen else { return }
        if isEstablished, failure == nil {
            ERR_clear_error()
            // As far as it goes at once; whoever has to be sure calls `finishWriting` before.
            SSL_shutdown(ssl)
        }
        // What OpenSSL is not told to have been shut down it believes broken.
        SSL_set_shutdown(ssl, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN)
        socket.close()
    }

    private func check() throws(TransportError) {
        if let failure { throw failure }
        guard socket.isOpen else { throw .closed }
    }

    /// Remembers why a call failed; `code` is errno after it.
    private func fail(_ result: CInt, _ code: CInt) -> TransportError {
        let made: TransportError
        if socket.interrupter.isInterrupted {
            made = .cancelled
        } else {
            switch SSL_get_error(ssl, result) {
            case SSL_ERROR_SYSCALL where code != 0:
                made = TransportError(errno: code)
            case SSL_ERROR_SYSCALL, SSL_ERROR_ZERO_RETURN:
                made = .unfinished
            case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE:
                made = TransportError(.tls, tr("it starts a handshake in the middle of the data"))
            default:
                let isCut =
                    ferry_error_reason(ERR_peek_error()) == SSL_R_UNEXPECTED_EOF_WHILE_READING
                made = isCut ? .unfinished : TLSWords.failure()
            }
        }
        ERR_clear_error()
        failure = made
        return made
    }

    // MARK: Sessions

    /// OpenSSL hands over a session that was just given; 1 keeps it.
    static func keep(_ session: OpaquePointer?, of ssl: OpaquePointer?) -> CInt {
        guard let session, let ssl, let raw = SSL_get_ex_data(ssl, 0) else { return 0 }
        let stream = Unmanaged<TLSStream>.fromOpaque(raw).takeUnretainedValue()
        let kept = TLSSession(owning: session)
        if let origin = stream.origin {
            // What was not resumed is not tied to the control connection, and neither is what
            // would be resumed from it.
            if SSL_session_reused(ssl) == 1 { origin.spare = kept }
        } else {
            stream.newest = kept
            stream.prefersSpare = false
        }
        return 1
    }

    // MARK: Names

    /// Without the dot that ends a full name, and without an address's scope.
    static func plain(_ host: String) -> String {
        let bare = host.contains(":") ? String(host.prefix { $0 != "%" }) : host
        return bare.hasSuffix(".") ? String(bare.dropLast()) : bare
    }

    static func isAddress(_ host: String) -> Bool {
        var address = in_addr()
        return host.contains(":") || inet_pton(AF_INET, host, &address) == 1
    }
}
