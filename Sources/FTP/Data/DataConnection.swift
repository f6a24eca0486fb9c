import Files
import Transport
import Words

/// A data connection on its way: connected already, or waiting for the server to connect, and then
/// perhaps in the middle of its TLS handshake.
final class DataConnection {
    private(set) var stream: (any ByteStream)?
    private let waiter: Waiter?
    /// How it came to be.
    let mode: DataConnector.Mode
    private var layer: ((Socket) throws(TransportError) -> TLSStream)?
    /// Why the TLS handshake failed.
    private(set) var handshakeFailure: TransportError?

    /// Waits for the server, and for nobody else.
    private struct Waiter {
        let listener: Listener
        let peer: SocketAddress
        let log: ExchangeLog
    }

    init(connected stream: any ByteStream, by mode: DataConnector.Mode) {
        self.stream = stream
        self.mode = mode
        waiter = nil
    }

    init(listening listener: Listener, for peer: SocketAddress, log: ExchangeLog) {
        mode = .active
        waiter = Waiter(listener: listener, peer: peer, log: log)
    }

    private var listener: Listener? { waiter?.listener }

    /// Whether the server connects to us.
    var isActive: Bool { waiter != nil }

    /// The socket to wait on for what comes next.
    var waiting: Socket? { stream?.socket ?? listener?.waiting }

    var isListening: Bool { stream == nil && listener != nil }

    /// Takes the server's connection where it has come.
    func acceptAvailable() throws(TransportError) {
        guard stream == nil, let waiter else { return }
        let accepted = try waiter.listener.acceptAvailable(from: waiter.peer) { stranger in
            waiter.log.trouble(
                tr("\(stranger.host) connected instead of the server and was refused."))
        }
        guard let accepted else { return }
        stream = accepted
        waiter.listener.close()
    }

    func close() {
        stream?.close()
        listener?.close()
    }

    // MARK: TLS

    var tls: TLSStream? { stream as? TLSStream }

    /// Whether bytes can go over it.
    var isReady: Bool { stream != nil && layer == nil && tls?.isEstablished ?? true }

    /// Puts TLS over the connection, once it is there.
    func encrypt(_ layer: @escaping (Socket) throws(TransportError) -> TLSStream) {
        self.layer = layer
    }

    /// Goes on with the handshake as far as it goes at once; what it waits for, where it is under
    /// way. Only an interruption is thrown: whether a handshake may fail is told by the reply.
    func advance() throws(TransportError) -> TLSStream.Need? {
        guard handshakeFailure == nil, let stream else { return nil }
        do {
            if let layer {
                self.layer = nil
                self.stream = try layer(stream.socket)
            }
            return try tls?.advance()
        } catch {
            if error.kind == .cancelled { throw error }
            handshakeFailure = error
            close()
            return nil
        }
    }
}
