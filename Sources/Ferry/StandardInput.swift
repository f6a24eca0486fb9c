import Glibc
import Words

/// What is piped or typed to Ferry.
enum StandardInput {
    /// Everything up to the end; nil where it is longer than `limit` bytes.
    static func readAll(limit: Int) throws(Failure) -> [UInt8]? {
        var all: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = piece.withUnsafeMutableBytes {
                read(STDIN_FILENO, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(errno) }
            if count == 0 { return all }
            guard all.count + count <= limit else { return nil }
            all += piece[..<count]
        }
    }

    /// Why it cannot be read; `number` is errno.
    static func failure(_ number: CInt) -> Failure {
        Failure([tr("stdin cannot be read (\(systemReason(number))).")])
    }
}
