import CLinux
import Glibc

/// A pipe through which the kernel moves bytes from a socket to a file: it knows no shorter way.
final class SplicePipe {
    /// Bytes in it at most, where the system grants so many.
    private static let size: CInt = 1 << 20
    /// Bytes that are copied at a time where the kernel moves none to a file.
    private static let blockSize = 64 << 10

    private let input: CInt
    private let output: CInt

    /// Nil where the system has none.
    init?() {
        var ends: [CInt] = [-1, -1]
        guard ferry_pipe(&ends) == 0 else { return nil }
        (output, input) = (ends[0], ends[1])
        // A small one costs speed only.
        _ = ferry_set_pipe_size(input, SplicePipe.size)
    }

    deinit {
        close(input)
        close(output)
    }

    /// Takes bytes of a socket; what splice(2) says. It must be empty.
    func fill(from socket: CInt, atMost most: Int) -> Int { ferry_splice(socket, input, most) }

    /// Gives all that is in it to a file.
    func empty(of count: Int, into file: CInt) -> KernelMove {
        var left = count
        while left > 0 {
            let moved = ferry_splice(output, file, left)
            if moved > 0 {
                left -= moved
                continue
            }
            switch moved == 0 ? EIO : errno {
            case EINTR: continue
            // Some file systems have no way for it.
            case EINVAL, ENOSYS, EPERM, EOPNOTSUPP:
                return copy(left, into: file).map { .failed($0, taken: count) }
                    ?? .moved(count)
            case let code: return .failed(code, taken: count)
            }
        }
        return .moved(count)
    }

    /// Why it failed; nil where all is written.
    private func copy(_ count: Int, into file: CInt) -> CInt? {
        var block = [UInt8](repeating: 0, count: SplicePipe.blockSize)
        var left = count
        while left > 0 {
            let got = read(output, &block, min(left, block.count))
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { return got == 0 ? EIO : errno }
            left -= got
            var written = 0
            while written < got {
                let count = block[written..<got].withUnsafeBytes { bytes in
                    write(file, bytes.baseAddress, bytes.count)
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count == 0 ? EIO : errno }
                written += count
            }
        }
        return nil
    }
}
