package import Disk
import Glibc
import NIOCore

/// A regular file of the share, open for reading.
package final class OpenFile: Sendable {
    package let descriptor: Descriptor
    /// As it was when the file was opened.
    package let status: FileStatus

    package init(_ descriptor: Descriptor, _ status: FileStatus) {
        self.descriptor = descriptor
        self.status = status
    }

    /// At most `count` bytes from `offset`; fewer only at the end of the file.
    package func read(at offset: UInt64, count: Int) throws(Refusal) -> [UInt8] {
        var result = Result<Int, Refusal>.success(0)
        let bytes = [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, length in
            result = fill(UnsafeMutableRawBufferPointer(buffer), from: offset)
            length = (try? result.get()) ?? 0
        }
        _ = try result.get()
        return bytes
    }

    /// The same, at the end of `block`.
    func read(at offset: UInt64, count: Int, to block: inout ByteBuffer) throws(Refusal) {
        var result = Result<Int, Refusal>.success(0)
        block.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { buffer in
            result = fill(UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), from: offset)
            return (try? result.get()) ?? 0
        }
        _ = try result.get()
    }

    private func fill(
        _ buffer: UnsafeMutableRawBufferPointer, from offset: UInt64
    ) -> Result<Int, Refusal> {
        var length = 0
        while length < buffer.count {
            let got = pread(
                descriptor.number, buffer.baseAddress.map { $0 + length }, buffer.count - length,
                off_t(clamping: offset) &+ off_t(length))
            if got > 0 {
                length += got
            } else if got == 0 {
                break
            } else if errno != EINTR {
                return .failure(SharedFolder.refusal(errno))
            }
        }
        return .success(length)
    }

    /// Whether it still has bytes up to `end`.
    func reaches(_ end: UInt64) -> Bool {
        var status = stat()
        return fstat(descriptor.number, &status) == 0 && UInt64(clamping: status.st_size) >= end
    }
}
