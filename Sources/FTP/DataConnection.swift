import Files
import Transport

/// A data connection on its way: connected already, or waiting for the server to connect.
final class DataConnection {
    private(set) var stream: (any ByteStream)?
    private let listener: Listener?
    private let peer: SocketAddress

    init(connected stream: any ByteStream, to peer: SocketAddress) {
        self.stream = stream
        self.peer = peer
        listener = nil
    }

    init(listening listener: Listener, for peer: SocketAddress) {
        self.listener = listener
        self.peer = peer
    }

    /// The socket to wait on for what comes next.
    var waiting: Socket? { stream?.socket ?? listener?.waiting }

    var isListening: Bool { stream == nil && listener != nil }

    /// Takes the server's connection where it has come.
    func acceptAvailable() throws(TransportError) {
        guard stream == nil, let listener else { return }
        guard let socket = try listener.acceptAvailable(from: peer) else { return }
        stream = socket
        listener.close()
    }

    func close() {
        stream?.close()
        listener?.close()
    }
}
