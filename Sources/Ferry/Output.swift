import Glibc

/// Bytes to a descriptor, collected into large writes.
struct Output {
    private static let capacity = 1 << 18
    let descriptor: CInt
    private var buffer: [UInt8] = []

    init(descriptor: CInt) {
        self.descriptor = descriptor
    }

    /// Whether they are all taken or written; false once the reader is gone.
    mutating func append(_ bytes: some Collection<UInt8>) -> Bool {
        buffer.append(contentsOf: bytes)
        return buffer.count < Output.capacity || flush()
    }

    mutating func flush() -> Bool {
        defer { buffer.removeAll(keepingCapacity: true) }
        return writeAll(buffer)
    }

    func writeAll(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { writeAll($0) }
    }

    func writeAll(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count > 0 {
                done += count
            } else if count < 0, errno == EAGAIN {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&waiting, 1, -1)
            } else if !(count < 0 && errno == EINTR) {
                return false
            }
        }
        return true
    }
}
