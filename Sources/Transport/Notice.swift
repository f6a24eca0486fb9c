import Glibc

/// Tells one thread that waits, once, that something has happened; an interruption ends its wait.
package final class Notice: Sendable {
    /// Readable once it was given.
    private let waiting: CInt
    private let giving: CInt

    /// Throws where the process has no descriptor left.
    package init() throws(TransportError) {
        var ends: [CInt] = [-1, -1]
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw TransportError(errno: errno) }
        waiting = ends[0]
        giving = ends[1]
    }

    deinit {
        close(waiting)
        close(giving)
    }

    /// From any thread; what is given again is given already.
    package func give() {
        shutdown(giving, CInt(SHUT_RDWR))
    }

    /// Waits until it is given, or was. Throws `.timeout` after `deadline`, and `.cancelled` as soon as
    /// `interrupter` is told to interrupt.
    package func wait(
        _ interrupter: Interrupter, _ deadline: Deadline = .never
    ) throws(TransportError) {
        let copy = fcntl(waiting, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw TransportError(errno: errno) }
        // An interruption shuts this end down.
        let socket = Socket(adopting: copy, interrupter: interrupter)
        defer { socket.close() }
        try Readiness.wait(forInput: socket, deadline)
    }
}
