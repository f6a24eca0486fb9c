import Transport

/// A socket whose first bytes are told of: a program that has to log in has done so then.
final class WitnessedStream: ByteStream {
    let socket: Socket
    private var witness: (() -> Void)?

    /// `witness` is called once, on the worker, when the first bytes were read.
    init(_ socket: Socket, witness: @escaping () -> Void) {
        self.socket = socket
        self.witness = witness
    }

    var holdsInput: Bool { socket.holdsInput }
    var outlook: Readability { socket.outlook }

    func readAvailable(
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(TransportError) -> Int? {
        let count = try socket.readAvailable(into: buffer)
        if let witness, let count, count > 0 {
            witness()
            self.witness = nil
        }
        return count
    }

    func writeAvailable(_ buffer: UnsafeRawBufferPointer) throws(TransportError) -> Int? {
        try socket.writeAvailable(buffer)
    }

    func moveAvailable(
        to file: CInt, atMost most: Int
    ) throws(TransportError) -> KernelMove {
        // The first bytes are read.
        guard witness == nil else { return .impossible }
        return try socket.moveAvailable(to: file, atMost: most)
    }

    func moveAvailable(
        from file: CInt, atMost most: Int
    ) throws(TransportError) -> KernelMove {
        try socket.moveAvailable(from: file, atMost: most)
    }

    func finishWritingAvailable() throws(TransportError) -> Bool {
        try socket.finishWritingAvailable()
    }

    func close() { socket.close() }
}
