import Glibc

/// Waiting for nothing but the time.
package enum Pause {
    /// Waits so many seconds; throws `.cancelled` as soon as `interrupter` is told to interrupt.
    package static func wait(
        seconds: Double, _ interrupter: Interrupter
    ) throws(TransportError) {
        var ends: [CInt] = [-1, -1]
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw TransportError(errno: errno) }
        defer { close(ends[1]) }
        // Nothing ever comes from the other end, and an interruption shuts this one down.
        let socket = Socket(adopting: ends[0], interrupter: interrupter)
        defer { socket.close() }
        do throws(TransportError) {
            try Readiness.wait(forInput: socket, .after(seconds: seconds))
        } catch {
            guard error.kind == .timeout else { throw error }
        }
    }
}
