/// Bytes both ways between Ferry and a peer: a socket, or a layer such as TLS above one.
package protocol ByteStream: AnyObject {
    /// The socket to wait on.
    var socket: Socket { get }
    /// Whether a layer holds bytes that `read` gives without waiting for the socket.
    var holdsInput: Bool { get }
    /// Bytes that are there now; nil where there are none yet, 0 at the end.
    func readAvailable(into buffer: UnsafeMutableRawBufferPointer) throws(TransportError) -> Int?
    /// As many bytes as there is room for now; nil where there is none yet.
    func writeAvailable(_ buffer: UnsafeRawBufferPointer) throws(TransportError) -> Int?
    /// Has bytes that came moved to where a file stands (splice(2)); 0 at the end.
    func moveAvailable(to file: CInt, atMost most: Int) throws(TransportError) -> KernelMove
    /// Has bytes moved from where a file stands (sendfile(2)), as far as there is room; 0 at the file's
    /// end.
    func moveAvailable(from file: CInt, atMost most: Int) throws(TransportError) -> KernelMove
    /// What the next read will find, without taking it.
    var outlook: Readability { get }
    /// Says that nothing more will be written, and goes on reading; false where there is no room
    /// to say so yet.
    func finishWritingAvailable() throws(TransportError) -> Bool
    /// Ends the stream both ways; a second call does nothing.
    func close()
}

/// What the next read will find: bytes, the end, or nothing yet.
package enum Readability: Sendable {
    case bytes, end, nothing
}

extension ByteStream {
    package func moveAvailable(
        to file: CInt, atMost most: Int
    ) throws(TransportError) -> KernelMove { .impossible }

    package func moveAvailable(
        from file: CInt, atMost most: Int
    ) throws(TransportError) -> KernelMove { .impossible }

    /// Waits for at least one byte; 0 at the end.
    package func read(
        into buffer: UnsafeMutableRawBufferPointer, _ waitLimit: WaitLimit
    ) throws(TransportError) -> Int {
        while true {
            if let count = try readAvailable(into: buffer) { return count }
            try Readiness.wait(forInput: socket, waitLimit.deadline)
        }
    }

    /// Writes all of `buffer`; progress renews the idle time.
    package func write(
        _ buffer: UnsafeRawBufferPointer, _ waitLimit: WaitLimit
    ) throws(TransportError) {
        var rest = buffer
        while !rest.isEmpty {
            if let count = try writeAvailable(rest) {
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            } else {
                try Readiness.wait(forOutput: socket, waitLimit.deadline)
            }
        }
    }

    /// Says that nothing more will be written.
    package func finishWriting(_ waitLimit: WaitLimit) throws(TransportError) {
        while try !finishWritingAvailable() {
            try Readiness.wait(forOutput: socket, waitLimit.deadline)
        }
    }

    /// Writes a few bytes, such as a command.
    package func write(_ bytes: [UInt8], _ waitLimit: WaitLimit) throws(TransportError) {
        let result: Result<Void, TransportError> = bytes.withUnsafeBytes { raw in
            do throws(TransportError) {
                return .success(try write(raw, waitLimit))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }
}
