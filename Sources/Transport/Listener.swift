import Glibc

/// Waits for one connection from one peer: FTP's active mode.
package final class Listener {
    private let socket: Socket
    /// Where it listens: the address given, with a port that the system chose.
    package let address: SocketAddress

    package init(at local: SocketAddress, _ interrupter: Interrupter) throws(TransportError) {
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        let descriptor = Glibc.socket(local.family, kind, 0)
        guard descriptor >= 0 else { throw TransportError(errno: errno) }
        socket = Socket(adopting: descriptor, interrupter: interrupter)
        let result = local.at(port: 0).withPointer { bind(descriptor, $0, $1) }
        guard result == 0, listen(descriptor, 4) == 0,
            let bound = SocketAddress(of: descriptor, peer: false)
        else { throw TransportError(errno: errno) }
        address = bound
    }

    /// The socket to wait on before `accept`.
    package var waiting: Socket { socket }

    /// The next connection that comes from `peer`'s host; others are closed at once. Nil where
    /// none has come yet.
    package func acceptAvailable(
        from peer: SocketAddress
    ) throws(TransportError) -> Socket? {
        while true {
            if socket.interrupter.isInterrupted { throw .cancelled }
            let descriptor = accept(socket.descriptor, nil, nil)
            guard descriptor >= 0 else {
                switch errno {
                case EAGAIN, EWOULDBLOCK: return nil
                case EINTR, ECONNABORTED: continue
                default: throw TransportError(errno: errno)
                }
            }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            let accepted = Socket(adopting: descriptor, interrupter: socket.interrupter)
            if let address = accepted.peer, address.isSameHost(as: peer) { return accepted }
            accepted.close()
        }
    }

    package func close() {
        socket.close()
    }
}
