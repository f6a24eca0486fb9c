import CLinux
package import Files
import Glibc

/// What came of having the kernel move bytes between a stream and a file.
package enum KernelMove {
    /// So many; 0 at the end of what they come from.
    case moved(Int)
    /// The stream has none yet, or no room.
    case notReady
    /// What errno says of the file; so many bytes were taken from the stream, of which
    /// not all have reached it.
    case failed(CInt, taken: Int)
    /// The kernel does not do it for these two; none was moved.
    case impossible

    /// How many bytes; nil where they have to be copied. Throws what `failure` makes of errno. Not to be
    /// asked before the stream is ready.
    package func count(
        _ failure: (CInt) -> FileSystemError
    ) throws(FileSystemError) -> Int? {
        switch self {
        case .moved(let count): return count
        case .failed(let code, _): throw failure(code)
        case .impossible, .notReady: return nil
        }
    }
}

extension Socket {
    package func moveAvailable(
        to file: CInt, atMost most: Int
    ) throws(TransportError) -> KernelMove {
        guard isOpen else { throw .closed }
        guard !interrupter.isInterrupted else { throw .cancelled }
        switch source {
        case .pipe(let pipe, _):
            return Socket.outcome { ferry_splice(pipe, file, most) }
        case .peer:
            return try moveThroughPipe(to: file, atMost: most)
        }
    }

    private func moveThroughPipe(
        to file: CInt, atMost most: Int
    ) throws(TransportError) -> KernelMove {
        // Where none can be had, Ferry copies.
        guard let pipe = splicePipe ?? SplicePipe() else { return .impossible }
        splicePipe = pipe
        while true {
            let count = pipe.fill(from: descriptor, atMost: most)
            let code = errno
            if count <= 0, interrupter.isInterrupted { throw .cancelled }
            if count == 0 { return .moved(0) }
            if count > 0 {
                let outcome = pipe.empty(of: count, into: file)
                // What is left in it belongs to nobody.
                if case .failed = outcome { splicePipe = nil }
                return outcome
            }
            switch code {
            case EINTR: continue
            case EAGAIN: return .notReady
            case EINVAL, ENOSYS, EPERM, EOPNOTSUPP: return .impossible
            default: throw TransportError(errno: code)
            }
        }
    }

    package func moveAvailable(
        from file: CInt, atMost most: Int
    ) throws(TransportError) -> KernelMove {
        guard isOpen else { throw .closed }
        let outcome = Socket.outcome { ferry_send_file(descriptor, file, most) }
        if case .failed(let code, _) = outcome {
            if interrupter.isInterrupted { throw .cancelled }
            if Socket.isOfStream(code) { throw TransportError(errno: code) }
        }
        return outcome
    }

    private static func outcome(_ call: () -> Int) -> KernelMove {
        while true {
            let count = call()
            if count >= 0 { return .moved(count) }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .notReady
            case EINVAL, ENOSYS, EPERM, EOPNOTSUPP: return .impossible
            case let code: return .failed(code, taken: 0)
            }
        }
    }

    /// Whether sendfile(2) says it of the stream: of a file, read(2) never does.
    private static func isOfStream(_ code: CInt) -> Bool {
        [
            EPIPE, ECONNRESET, ECONNABORTED, ENOTCONN, ETIMEDOUT, EHOSTUNREACH, EHOSTDOWN,
            ENETUNREACH, ENETDOWN, ENOBUFS,
        ].contains(code)
    }
}
