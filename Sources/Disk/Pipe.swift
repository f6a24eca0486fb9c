import CLinux
import Glibc

/// A pipe by which one thread wakes another that polls it.
final class Pipe: Sendable {
    /// Readable once somebody was to be woken.
    let reading: Descriptor
    private let writing: Descriptor

    init() throws(DiskError) {
        var ends: [CInt] = [-1, -1]
        guard ferry_pipe(&ends) == 0 else { throw DiskError(.open, errno) }
        (reading, writing) = (Descriptor(ends[0]), Descriptor(ends[1]))
    }

    /// From any thread.
    func wake() {
        var byte: UInt8 = 1
        // Where it is full, whoever polls it is woken already.
        _ = write(writing.number, &byte, 1)
    }
}
