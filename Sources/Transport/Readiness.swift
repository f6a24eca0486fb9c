import Glibc

/// Waiting with poll(2) for sockets; an interrupt ends every wait as `.cancelled`.
package enum Readiness {
    /// Waits until `socket` can be read, has ended or has failed.
    package static func wait(
        forInput socket: Socket, _ deadline: Deadline
    ) throws(TransportError) {
        _ = try wait([(socket, CShort(POLLIN))], deadline)
    }

    /// Waits until `socket` takes bytes, or has failed.
    package static func wait(
        forOutput socket: Socket, _ deadline: Deadline
    ) throws(TransportError) {
        _ = try wait([(socket, CShort(POLLOUT))], deadline)
    }

    /// Waits until one of both can be read; which of them can.
    package static func wait(
        forInput first: Socket, or second: Socket, _ deadline: Deadline
    ) throws(TransportError) -> (first: Bool, second: Bool) {
        let ready = try wait([(first, CShort(POLLIN)), (second, CShort(POLLIN))], deadline)
        return (ready[0], ready[1])
    }

    /// Waits until `input` can be read or `output` takes bytes; which of both.
    package static func wait(
        forInput input: Socket, orOutput output: Socket, _ deadline: Deadline
    ) throws(TransportError) -> (input: Bool, output: Bool) {
        let ready = try wait([(input, CShort(POLLIN)), (output, CShort(POLLOUT))], deadline)
        return (ready[0], ready[1])
    }

    /// Waits until one of `sockets` takes bytes, or has failed; which of them.
    static func wait(
        forOutputOfAny sockets: [Socket], _ deadline: Deadline
    ) throws(TransportError) -> [Bool] {
        try wait(sockets.map { ($0, CShort(POLLOUT)) }, deadline)
    }

    /// Waits until one of `sockets` can be read, or takes bytes where that is wanted, or has failed.
    package static func wait(
        forAnyOf sockets: [(socket: Socket, wantsOutput: Bool)], _ deadline: Deadline
    ) throws(TransportError) {
        _ = try wait(
            sockets.map { ($0.socket, CShort($0.wantsOutput ? POLLIN | POLLOUT : POLLIN)) },
            deadline)
    }

    private static func wait(
        _ sockets: [(socket: Socket, events: CShort)], _ deadline: Deadline
    ) throws(TransportError) -> [Bool] {
        var polled: [pollfd] = []
        for (socket, events) in sockets {
            guard socket.isOpen else { throw .closed }
            polled.append(pollfd(fd: socket.descriptor, events: events, revents: 0))
        }
        while true {
            for (socket, _) in sockets where socket.interrupter.isInterrupted {
                throw .cancelled
            }
            let count = poll(&polled, nfds_t(polled.count), deadline.pollTimeout)
            if count > 0 { break }
            if count == 0 {
                if deadline.hasPassed { throw .timeout }
            } else if errno != EINTR {
                throw TransportError(errno: errno)
            }
        }
        for (socket, _) in sockets where socket.interrupter.isInterrupted { throw .cancelled }
        return polled.map { $0.revents != 0 }
    }
}
