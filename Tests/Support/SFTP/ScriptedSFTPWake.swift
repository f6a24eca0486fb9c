import CLinux
import Glibc

/// Wakes the thread of a connection that waits.
final class ScriptedSFTPWake: Sendable {
    /// Readable once woken.
    let descriptor: CInt
    private let other: CInt

    init() throws {
        var ends: [CInt] = [-1, -1]
        guard ferry_pipe(&ends) == 0 else { throw ScriptedPeer.Mismatch("no pipe") }
        (descriptor, other) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(other)
    }

    func wake() {
        var byte: UInt8 = 0
        // Where the pipe is full it is awake.
        _ = write(other, &byte, 1)
    }

    func drain() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(descriptor, &bytes, bytes.count) > 0 {}
    }
}
