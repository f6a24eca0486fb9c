import CLinux
import Glibc

/// Descriptors that are made for something that may yet fail.
struct Descriptors {
    private var all: [CInt] = []

    /// Two sockets that are each other's peer; a program that is started gets neither.
    mutating func socketPair() throws(TransportError) -> (near: CInt, far: CInt) {
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        return try pair { socketpair(AF_UNIX, kind, 0, &$0) }
    }

    /// Both ends of a pipe, of which the near one is read; their calls return at once.
    mutating func pipe() throws(TransportError) -> (near: CInt, far: CInt) {
        try pair { ferry_pipe(&$0) }
    }

    /// One more of the same.
    mutating func duplicate(_ descriptor: CInt) throws(TransportError) -> CInt {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw TransportError(errno: errno) }
        all.append(copy)
        return copy
    }

    private mutating func pair(
        _ make: (inout [CInt]) -> CInt
    ) throws(TransportError) -> (near: CInt, far: CInt) {
        var ends: [CInt] = [-1, -1]
        guard make(&ends) == 0 else { throw TransportError(errno: errno) }
        all += ends
        return (ends[0], ends[1])
    }

    /// Closes those of `descriptors` that are held.
    mutating func close(_ descriptors: [CInt]) {
        for descriptor in descriptors where all.contains(descriptor) { Glibc.close(descriptor) }
        all.removeAll { descriptors.contains($0) }
    }

    mutating func close() { close(all) }
}
