import Glibc
import Words

/// Makes TCP connections.
package enum Connector {
    /// Seconds after which the next address is tried as well (RFC 8305 section 5).
    private static let headStart = 0.25
    /// Addresses of one name that are tried.
    private static let addressLimit = 16

    /// Connects to the address of `host` that answers first. They are tried in the system's order,
    /// the families in turn, each with a head start of a quarter of a second over the next.
    package static func connect(
        host: String, port: UInt16, _ interrupter: Interrupter, within seconds: Double
    ) throws(TransportError) -> Socket {
        let end = Deadline.after(seconds: seconds)
        let addresses = try Resolver.resolve(host, port: port, interrupter, end)
        return try connect(toFirstOf: inTurn(addresses), interrupter, end)
    }

    /// The families in turn, beginning with the one that the system prefers.
    package static func inTurn(_ addresses: [SocketAddress]) -> [SocketAddress] {
        guard let first = addresses.first else { return [] }
        let own = addresses.filter { $0.isIPv6 == first.isIPv6 }
        let other = addresses.filter { $0.isIPv6 != first.isIPv6 }
        var mixed: [SocketAddress] = []
        for index in 0..<max(own.count, other.count) {
            if index < own.count { mixed.append(own[index]) }
            if index < other.count { mixed.append(other[index]) }
        }
        return Array(mixed.prefix(addressLimit))
    }

    /// Connects to whichever of `addresses` answers first; the last failure where none does.
    package static func connect(
        toFirstOf addresses: [SocketAddress], _ interrupter: Interrupter, _ end: Deadline
    ) throws(TransportError) -> Socket {
        var failure = TransportError(.unresolved, tr("the name has no address"))
        var rest = addresses[...]
        var attempts: [Socket] = []
        defer { for attempt in attempts { attempt.close() } }
        while true {
            if let address = rest.popFirst() {
                do {
                    switch try begin(address, interrupter) {
                    case .connected(let socket): return socket
                    case .underWay(let socket): attempts.append(socket)
                    }
                } catch {
                    if error.kind == .cancelled { throw error }
                    failure = error
                    continue
                }
            }
            guard !attempts.isEmpty else { throw failure }
            let limit = rest.isEmpty ? end : Deadline.after(seconds: headStart).earlier(end)
            let ready: [Bool]
            do {
                ready = try Readiness.wait(forOutputOfAny: attempts, limit)
            } catch {
                if error.kind == .timeout, !end.hasPassed { continue }
                throw error
            }
            for (attempt, isReady) in zip(attempts, ready) where isReady {
                attempts.removeAll { $0 === attempt }
                do {
                    try attempt.finishConnecting()
                    return attempt
                } catch {
                    attempt.close()
                    failure = error
                }
            }
        }
    }

    private enum Beginning {
        case connected(Socket)
        case underWay(Socket)
    }

    private static func begin(
        _ address: SocketAddress, _ interrupter: Interrupter
    ) throws(TransportError) -> Beginning {
        if interrupter.isInterrupted { throw .cancelled }
        let kind =
            CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
            | CInt(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(address.family, kind, 0)
        guard descriptor >= 0 else { throw TransportError(errno: errno) }
        let made = Socket(adoptingNonBlocking: descriptor, interrupter: interrupter)
        if address.withPointer({ Glibc.connect(descriptor, $0, $1) }) == 0 {
            return .connected(made)
        }
        let code = errno
        guard code == EINPROGRESS || code == EINTR else { throw TransportError(errno: code) }
        return .underWay(made)
    }

    /// Connects to one address.
    package static func connect(
        to address: SocketAddress, _ interrupter: Interrupter, _ deadline: Deadline
    ) throws(TransportError) -> Socket {
        try connect(toFirstOf: [address], interrupter, deadline)
    }
}
