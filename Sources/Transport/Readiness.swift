import Glibc

/// Waiting with poll(2) for sockets; an interrupt ends every wait as `.cancelled`.
package enum Readiness {
    private enum Event {
        case input, output, either
    }

    /// Waits until `socket` can be read, has ended or has failed.
    package static func wait(
        forInput socket: Socket, _ deadline: Deadline
    ) throws(TransportError) {
        _ = try wait([(socket, .input)], deadline)
    }

    /// Waits until `socket` takes bytes, or has failed.
    package static func wait(
        forOutput socket: Socket, _ deadline: Deadline
    ) throws(TransportError) {
        _ = try wait([(socket, .output)], deadline)
    }

    /// Waits until one of both can be read; which of them can.
    package static func wait(
        forInput first: Socket, or second: Socket, _ deadline: Deadline
    ) throws(TransportError) -> (first: Bool, second: Bool) {
        let ready = try wait([(first, .input), (second, .input)], deadline)
        return (ready[0], ready[1])
    }

    /// Waits until `input` can be read or `output` takes bytes; which of both.
    package static func wait(
        forInput input: Socket, orOutput output: Socket, _ deadline: Deadline
    ) throws(TransportError) -> (input: Bool, output: Bool) {
        let ready = try wait([(input, .input), (output, .output)], deadline)
        return (ready[0], ready[1])
    }

    /// Waits until one of `sockets` takes bytes, or has failed; which of them.
    static func wait(
        forOutputOfAny sockets: [Socket], _ deadline: Deadline
    ) throws(TransportError) -> [Bool] {
        try wait(sockets.map { ($0, .output) }, deadline)
    }

    /// Waits until one of `sockets` can be read, or takes bytes where that is wanted, or has failed.
    package static func wait(
        forAnyOf sockets: [(socket: Socket, wantsOutput: Bool)], _ deadline: Deadline
    ) throws(TransportError) {
        _ = try wait(
            sockets.map { ($0.socket, $0.wantsOutput ? .either : .input) }, deadline)
    }

    private static func wait(
        _ sockets: [(socket: Socket, event: Event)], _ deadline: Deadline
    ) throws(TransportError) -> [Bool] {
        var polled: [pollfd] = []
        // Whose each of them is.
        var owners: [Int] = []
        for (index, (socket, event)) in sockets.enumerated() {
            guard socket.isOpen else { throw .closed }
            let looks = socket.polled(input: event != .output, output: event != .input)
            polled += looks
            owners += looks.map { _ in index }
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
        var isReady = sockets.map { _ in false }
        for index in polled.indices where polled[index].revents != 0 {
            isReady[owners[index]] = true
        }
        return isReady
    }
}
