import Glibc

/// What is piped or typed to Ferry.
enum StandardInput {
    /// Everything up to the end; nil where it is longer than `limit` bytes, or cannot be read.
    static func readAll(limit: Int) -> [UInt8]? {
        var all: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = piece.withUnsafeMutableBytes {
                read(STDIN_FILENO, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return all }
            guard all.count + count <= limit else { return nil }
            all += piece[..<count]
        }
    }
}
