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
        guard case .peer = socket.source else {
            _ = try wait([(socket, .input)], deadline)
            return
        }
        try wait(for: CShort(POLLIN), on: socket, deadline)
    }

    /// The same for a socket that is all there is to look at, as most are, without an array.
    private static func wait(
        for events: CShort, on socket: Socket, _ deadline: Deadline
    ) throws(TransportError) {
        guard socket.isOpen else { throw .closed }
        var polled = pollfd(fd: socket.descriptor, events: events, revents: 0)
        while true {
            if socket.interrupter.isInterrupted { throw .cancelled }
            let count = poll(&polled, 1, deadline.pollTimeout)
            let code = errno
            if socket.interrupter.isInterrupted { throw .cancelled }
            if try isOver(count, code, deadline) { return }
        }
    }

    /// Waits until `first` can be read or `second` is ready for its event, both without an array
    /// where they are plain sockets.
    private static func wait(
        _ first: Socket, _ second: Socket, secondFor event: Event, _ deadline: Deadline
    ) throws(TransportError) -> (first: Bool, second: Bool) {
        guard case .peer = first.source, case .peer = second.source else {
            let ready = try wait([(first, .input), (second, event)], deadline)
            return (ready[0], ready[1])
        }
        guard first.isOpen, second.isOpen else { throw .closed }
        let wanted = CShort(event == .input ? POLLIN : POLLOUT)
        var polled = (
            pollfd(fd: first.descriptor, events: CShort(POLLIN), revents: 0),
            pollfd(fd: second.descriptor, events: wanted, revents: 0)
        )
        let isInterrupted = {
            first.interrupter.isInterrupted || second.interrupter.isInterrupted
        }
        while true {
            if isInterrupted() { throw .cancelled }
            let (count, code) = withUnsafeMutableBytes(of: &polled) { bytes in
                let count = poll(
                    bytes.assumingMemoryBound(to: pollfd.self).baseAddress, 2,
                    deadline.pollTimeout)
                return (count, errno)
            }
            if isInterrupted() { throw .cancelled }
            if try isOver(count, code, deadline) {
                return (polled.0.revents != 0, polled.1.revents != 0)
            }
        }
    }

    /// Whether poll(2), which gave `count` and `code`, has found something; throws where there is no
    /// more waiting.
    private static func isOver(
        _ count: CInt, _ code: CInt, _ deadline: Deadline
    ) throws(TransportError) -> Bool {
        if count > 0 { return true }
        if count == 0 {
            if deadline.hasPassed { throw .timeout }
        } else if code != EINTR {
            throw TransportError(errno: code)
        }
        return false
    }

    /// Waits until `socket` takes bytes, or has failed.
    package static func wait(
        forOutput socket: Socket, _ deadline: Deadline
    ) throws(TransportError) {
        try wait(for: CShort(POLLOUT), on: socket, deadline)
    }

    /// Waits until one of both can be read; which of them can.
    package static func wait(
        forInput first: Socket, or second: Socket, _ deadline: Deadline
    ) throws(TransportError) -> (first: Bool, second: Bool) {
        try wait(first, second, secondFor: .input, deadline)
    }

    /// Waits until `input` can be read or `output` takes bytes; which of both.
    package static func wait(
        forInput input: Socket, orOutput output: Socket, _ deadline: Deadline
    ) throws(TransportError) -> (input: Bool, output: Bool) {
        let ready = try wait(input, output, secondFor: .output, deadline)
        return (input: ready.first, output: ready.second)
    }

    /// Waits until one of `sockets` takes bytes, or has failed; which of them.
    static func wait(
        forOutputOfAny sockets: [Socket], _ deadline: Deadline
    ) throws(TransportError) -> [Bool] {
        if sockets.count == 1 {
            try wait(for: CShort(POLLOUT), on: sockets[0], deadline)
            return [true]
        }
        return try wait(sockets.map { ($0, .output) }, deadline)
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
            if try isOver(count, errno, deadline) { break }
        }
        for (socket, _) in sockets where socket.interrupter.isInterrupted { throw .cancelled }
        var isReady = sockets.map { _ in false }
        for index in polled.indices where polled[index].revents != 0 {
            isReady[owners[index]] = true
        }
        return isReady
    }
}
