import Glibc
import Words

/// The lines of stdin, each as soon as it is there.
struct InputLines {
    /// Bytes of a line; none of a protocol is longer.
    private static let limit = 64 << 10

    private var buffer: [UInt8] = []
    private var hasEnded = false

    /// Without its line end; nil after the last.
    mutating func next() throws(Failure) -> String? {
        var searched = 0
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                let line = buffer[..<end]
                buffer.removeFirst(end + 1)
                return try InputLines.text(line)
            }
            searched = buffer.count
            guard searched <= InputLines.limit else {
                throw Failure([tr("A line on stdin is longer than \(InputLines.limit) bytes.")])
            }
            if hasEnded {
                defer { buffer = [] }
                return buffer.isEmpty ? nil : try InputLines.text(buffer[...])
            }
            try fill()
        }
    }

    private mutating func fill() throws(Failure) {
        var piece = [UInt8](repeating: 0, count: 4 << 10)
        let count = piece.withUnsafeMutableBytes {
            read(STDIN_FILENO, $0.baseAddress, $0.count)
        }
        if count > 0 {
            buffer += piece[..<count]
        } else if count == 0 {
            hasEnded = true
        } else if errno != EINTR {
            throw StandardInput.failure(errno)
        }
    }

    /// A byte that is not UTF-8 must not become another one on its way to a server.
    private static func text(_ line: ArraySlice<UInt8>) throws(Failure) -> String {
        let line = line.last == 0x0D ? line.dropLast() : line
        guard let text = String(validating: line, as: UTF8.self) else {
            throw Failure([
                tr(
                    "A line on stdin is not valid UTF-8; it was not sent, nor was anything after it."
                )
            ])
        }
        return text
    }
}
