import CLinux
import Glibc

/// Wakes a thread that polls, from any thread.
package final class WakePipe: Sendable {
    /// Readable after `wake`, until `drain`.
    package let descriptor: CInt
    private let input: CInt

    /// Throws where the process has no descriptor left.
    package init() throws(TransportError) {
        var ends: [CInt] = [-1, -1]
        guard ferry_pipe(&ends) == 0 else { throw TransportError(errno: errno) }
        descriptor = ends[0]
        input = ends[1]
    }

    deinit {
        close(descriptor)
        close(input)
    }

    /// Makes `descriptor` readable.
    package func wake() {
        var byte: UInt8 = 0
        // A full pipe wakes as well.
        while write(input, &byte, 1) < 0, errno == EINTR {}
    }

    /// Forgets what was said so far.
    package func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while true {
            let count = read(descriptor, &bytes, bytes.count)
            if count > 0 || (count < 0 && errno == EINTR) { continue }
            return
        }
    }
}
