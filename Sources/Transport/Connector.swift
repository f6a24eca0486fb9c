import Glibc

/// Makes TCP connections.
package enum Connector {
    /// Connects to the first address of `host` that answers, in the system's order of preference;
    /// each gets its share of the time that is left.
    package static func connect(
        host: String, port: UInt16, _ interrupter: Interrupter, within seconds: Double
    ) throws(TransportError) -> Socket {
        let end = Deadline.after(seconds: seconds)
        let addresses = try Resolver.resolve(host, port: port, interrupter, end)
        var failure = TransportError(.unresolved, "the name has no address")
        for (index, address) in addresses.enumerated() {
            let share = end.remaining / Double(addresses.count - index)
            do {
                return try connect(to: address, interrupter, .after(seconds: share).earlier(end))
            } catch {
                if error.kind == .cancelled { throw error }
                failure = error
            }
        }
        throw failure
    }

    /// Connects to one address.
    package static func connect(
        to address: SocketAddress, _ interrupter: Interrupter, _ deadline: Deadline
    ) throws(TransportError) -> Socket {
        if interrupter.isInterrupted { throw .cancelled }
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.family, kind, 0)
        guard descriptor >= 0 else { throw TransportError(errno: errno) }
        let made = Socket(adopting: descriptor, interrupter: interrupter)
        let result = address.withPointer { Glibc.connect(descriptor, $0, $1) }
        if result != 0 {
            let code = errno
            guard code == EINPROGRESS || code == EINTR else { throw TransportError(errno: code) }
            try Readiness.wait(forOutput: made, deadline)
            var failure: CInt = 0
            var length = socklen_t(MemoryLayout<CInt>.size)
            getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &length)
            guard failure == 0 else { throw TransportError(errno: failure) }
        }
        return made
    }
}
