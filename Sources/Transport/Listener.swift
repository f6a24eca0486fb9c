package import Files
import Glibc
import Words

/// Waits for one connection from one peer: FTP's active mode.
package final class Listener {
    private let socket: Socket
    /// Where it listens: the address given, with the port that was free.
    package let address: SocketAddress

    /// Listens at `local`'s host, on any port or on one of `ports`; `.noFreePort` where all of
    /// those are taken.
    package init(
        at local: SocketAddress, ports: PortRange? = nil, _ interrupter: Interrupter
    ) throws(TransportError) {
        guard let ports else {
            (socket, address) = try Listener.listen(at: local.at(port: 0), interrupter)
            return
        }
        let count = Int(ports.last) - Int(ports.first) + 1
        // From any of them on: the port of the transfer before may not be free for this server yet.
        let start = Int.random(in: 0..<count)
        for step in 0..<count {
            let port = UInt16(truncatingIfNeeded: Int(ports.first) + (start + step) % count)
            do {
                (socket, address) = try Listener.listen(at: local.at(port: port), interrupter)
                return
            } catch {
                if error.kind != .noFreePort { throw error }
            }
        }
        throw TransportError(
            .noFreePort, tr("none of the ports \(ports.first) to \(ports.last) is free"))
    }

    private static func listen(
        at address: SocketAddress, _ interrupter: Interrupter
    ) throws(TransportError) -> (Socket, SocketAddress) {
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        let descriptor = Glibc.socket(address.family, kind, 0)
        guard descriptor >= 0 else { throw TransportError(errno: errno) }
        let socket = Socket(adopting: descriptor, interrupter: interrupter)
        // Connections that have ended do not keep a port of a small range from being used again.
        var on: CInt = 1
        setsockopt(
            descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<CInt>.size))
        guard address.withPointer({ bind(descriptor, $0, $1) }) == 0,
            Glibc.listen(descriptor, 4) == 0,
            let bound = SocketAddress(of: descriptor, peer: false)
        else {
            let code = errno
            guard code == EADDRINUSE || code == EACCES else { throw TransportError(errno: code) }
            throw TransportError(.noFreePort, systemReason(code))
        }
        return (socket, bound)
    }

    /// The socket to wait on before `accept`.
    package var waiting: Socket { socket }

    /// The next connection that comes from `peer`'s host; others are closed at once and told to
    /// `turnedAway`. Nil where none has come yet.
    package func acceptAvailable(
        from peer: SocketAddress, turnedAway: (SocketAddress) -> Void
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
            let address = accepted.peer
            if let address, address.isSameHost(as: peer) { return accepted }
            accepted.close()
            if let address { turnedAway(address) }
        }
    }

    package func close() {
        socket.close()
    }
}
