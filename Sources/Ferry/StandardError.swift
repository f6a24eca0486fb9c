import Glibc

/// Everything that is not the data asked for.
enum StandardError {
    /// One line.
    static func say(_ line: String) {
        write(line + "\n")
    }

    static func write(_ text: String) {
        _ = Output(descriptor: STDERR_FILENO).writeAll(Array(text.utf8))
    }

    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}
