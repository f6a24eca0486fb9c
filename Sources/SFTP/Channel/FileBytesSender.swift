import Files
import Transport

/// Sends the bytes of a WRITE behind its head, and all of them: else what follows is no packet.
struct FileBytesSender {
    /// Bytes that are copied at a time where the kernel moves none.
    private static let blockSize = 64 << 10

    let stream: any ByteStream
    let reasons: LossReasons

    /// Sends them from where they lie. `wait` waits until there may be room for more.
    func send(
        _ bytes: UnsafeRawBufferPointer, _ wait: () throws(FileSystemError) -> Void
    ) throws(FileSystemError) {
        var rest = bytes
        while !rest.isEmpty {
            let count: Int?
            do throws(TransportError) {
                count = try stream.writeAvailable(rest)
            } catch {
                throw reasons.failure(error)
            }
            if let count {
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            } else {
                try wait()
            }
        }
    }

    /// Has the kernel move the next `count` bytes of a file, as far as it can; gives what keeps them from
    /// being read, and sends others in their place then. `wait` as above.
    func send(
        _ file: any FileDescriptorSource, _ count: Int,
        _ wait: () throws(FileSystemError) -> Void
    ) throws(FileSystemError) -> FileSystemError? {
        var left = count
        while left > 0 {
            let outcome: KernelMove
            do throws(TransportError) {
                outcome = try stream.moveAvailable(from: file.descriptor, atMost: left)
            } catch {
                throw reasons.failure(error)
            }
            switch outcome {
            case .moved(let moved) where moved > 0:
                file.took(moved)
                left -= moved
            case .notReady: try wait()
            // What else there is to be said of it, a read does.
            case .moved, .failed, .impossible: return try copy(file, left, wait)
            }
        }
        return nil
    }

    /// The same where the kernel moves none.
    private func copy(
        _ file: any FileDescriptorSource, _ count: Int,
        _ wait: () throws(FileSystemError) -> Void
    ) throws(FileSystemError) -> FileSystemError? {
        let block = Buffer(capacity: min(count, FileBytesSender.blockSize))
        var left = count
        var failure: FileSystemError?
        while left > 0 {
            let room = UnsafeMutableRawBufferPointer(rebasing: block.bytes.prefix(left))
            var got = 0
            if failure == nil {
                do throws(FileSystemError) {
                    got = try file.read(into: room)
                    if got == 0 { failure = file.changed }
                } catch {
                    failure = error
                }
            }
            if got == 0 {
                room.initializeMemory(as: UInt8.self, repeating: 0)
                got = room.count
            }
            try send(UnsafeRawBufferPointer(rebasing: room[..<got]), wait)
            left -= got
        }
        return failure
    }
}
