import Files
import Transport

/// Requests that are put together, and sent in one go.
struct Outbox {
    /// Bytes of requests that wait for others at most.
    private static let enough = 64 << 10

    private var ready = PacketWriter()
    /// Requests that are made while bytes of a file go out: nothing may come between these and their
    /// packet's head. Nil while none do.
    private var later: PacketWriter?
    /// Bytes of `ready` that are sent.
    private var sentCount = 0

    /// Whether all that may be sent now is.
    var isEmpty: Bool { ready.isEmpty }

    /// Whether there is so much that it should not wait.
    var hasEnough: Bool { later == nil && ready.bytes.count - sentCount > Outbox.enough }

    mutating func greet() { ready.greet() }

    mutating func put(_ request: Request, _ id: UInt32) {
        if later == nil {
            ready.put(request, id)
        } else {
            later?.put(request, id)
        }
    }

    /// The head of a WRITE, and its bytes behind it where these are given too. Else they are sent right
    /// behind it, and what is put until `letGo` comes after them.
    mutating func putWrite(
        _ id: UInt32, of handle: [UInt8], at offset: UInt64, count: Int,
        with bytes: UnsafeRawBufferPointer?
    ) {
        ready.packet(.write, id, trailing: bytes == nil ? count : 0) { writer in
            writer.string(handle)
            writer.longNumber(offset)
            writer.number(UInt32(truncatingIfNeeded: count))
            if let bytes { writer.append(bytes) }
        }
        if bytes == nil { later = PacketWriter() }
    }

    /// The bytes of a WRITE are sent.
    mutating func letGo() {
        guard let held = later else { return }
        ready = held
        sentCount = 0
        later = nil
    }

    /// Forgets all of it.
    mutating func removeAll() {
        ready.removeAll()
        sentCount = 0
        later = nil
    }

    /// Sends as much as there is room for.
    mutating func send(to stream: any ByteStream) throws(TransportError) {
        while !ready.isEmpty {
            let start = sentCount
            let result: Result<Int?, TransportError> = ready.bytes.withUnsafeBytes { bytes in
                Result { () throws(TransportError) in
                    try stream.writeAvailable(
                        UnsafeRawBufferPointer(rebasing: bytes[start...]))
                }
            }
            guard let count = try result.get() else { return }
            sentCount += count
            if sentCount == ready.bytes.count {
                ready.removeAll()
                sentCount = 0
            }
        }
    }
}
