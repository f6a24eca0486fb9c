package import Files
import Glibc
import Words

/// Makes TCP connections through a proxy.
package enum ProxyTunnel {
    /// Connects to `proxy` and has it connect to `host`, a name that the proxy resolves or an
    /// address in digits. The socket's next byte is the server's first. `password` is asked where
    /// the proxy has a user. `.proxy` where another try may help, `.proxyRefused` where not.
    package static func open(
        _ proxy: Proxy, password: () -> Secret?, to host: String, port: UInt16,
        _ interrupter: Interrupter, within seconds: Double
    ) throws(TransportError) -> Socket {
        let deadline = Deadline.after(seconds: seconds)
        let socket: Socket
        do {
            socket = try Connector.connect(
                host: proxy.host, port: proxy.port, interrupter, within: seconds)
        } catch {
            if error.kind == .cancelled { throw error }
            throw TransportError(.proxy, tr("the proxy cannot be reached (\(error.words))"))
        }
        let line = Line(socket: socket, waitLimit: WaitLimit(idle: seconds, end: deadline))
        do {
            switch proxy.kind {
            case .socks5:
                try line.negotiateSOCKS(
                    SOCKSNegotiation(host: host, port: port, user: proxy.user), password)
            case .http:
                let request = try ConnectNegotiation.request(
                    host: host, port: port, user: proxy.user,
                    password: proxy.user == nil ? nil : password())
                try line.negotiateConnect(request, hasLogin: proxy.user != nil)
            }
        } catch {
            socket.close()
            switch error.kind {
            case .timeout: throw TransportError(.proxy, tr("the proxy did not answer in time"))
            case .closed: throw TransportError(.proxy, tr("the proxy closed the connection"))
            default: throw error
            }
        }
        return socket
    }

    /// The connection to the proxy, from which never a byte too many is taken.
    private struct Line {
        let socket: Socket
        let waitLimit: WaitLimit

        func negotiateSOCKS(
            _ negotiation: SOCKSNegotiation, _ password: () -> Secret?
        ) throws(TransportError) {
            var negotiation = negotiation
            var step = negotiation.first
            while case .exchange(let send, let count) = step {
                if !send.isEmpty { try socket.write(send, waitLimit) }
                step = try negotiation.receive(read(count), password: password)
            }
        }

        func negotiateConnect(
            _ request: [UInt8], hasLogin: Bool
        ) throws(TransportError) {
            try socket.write(request, waitLimit)
            var negotiation = ConnectNegotiation(hasLogin: hasLogin)
            while true {
                let piece = try peek(4 << 10)
                // What belongs to the answer is taken; what follows stays for whoever speaks next.
                guard let rest = try negotiation.feed(piece) else {
                    _ = try read(piece.count)
                    continue
                }
                _ = try read(rest)
                return
            }
        }

        /// Exactly so many bytes.
        private func read(_ count: Int) throws(TransportError) -> [UInt8] {
            let buffer = Buffer(capacity: max(count, 1))
            var filled = 0
            while filled < count {
                let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[filled..<count])
                let got = try socket.read(into: room, waitLimit)
                if got == 0 { throw .closed }
                filled += got
            }
            return Array(buffer.bytes[..<count])
        }

        /// Waits for bytes, and leaves them where they are.
        private func peek(_ limit: Int) throws(TransportError) -> [UInt8] {
            let buffer = Buffer(capacity: limit)
            while true {
                if let count = try socket.peekAvailable(into: buffer.bytes) {
                    if count == 0 { throw .closed }
                    return Array(buffer.bytes[..<count])
                }
                try Readiness.wait(forInput: socket, waitLimit.deadline)
            }
        }
    }
}
