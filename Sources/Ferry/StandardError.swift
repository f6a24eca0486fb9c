import Glibc

/// Everything that is not the data asked for.
enum StandardError {
    /// One line.
    static func say(_ line: String) {
        write(line + "\n")
    }

    static func write(_ text: String) {
        // Where stderr itself is full there is nobody left to be told.
        try? Output(descriptor: STDERR_FILENO, name: "stderr").write(Array(text.utf8))
    }

    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}
