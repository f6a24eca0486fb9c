import Files
import Transport

/// A data connection on its way: connected already, or waiting for the server to connect.
final class DataConnection {
    private(set) var stream: (any ByteStream)?
    private let waiter: Waiter?

    /// Waits for the server, and for nobody else.
    private struct Waiter {
        let listener: Listener
        let peer: SocketAddress
        let log: ExchangeLog
    }

    init(connected stream: any ByteStream) {
        self.stream = stream
        waiter = nil
    }

    init(listening listener: Listener, for peer: SocketAddress, log: ExchangeLog) {
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
                "\(stranger.host) connected instead of the server; turned away.")
        }
        guard let accepted else { return }
        stream = accepted
        waiter.listener.close()
    }

    func close() {
        stream?.close()
        listener?.close()
    }
}
