import Files

/// Ends a command: what to say on stderr, and the exit code.
struct Failure: Error {
    /// Each one failure, one plain sentence.
    let lines: [String]
    let code: CInt

    static let prefix = "ferry: "

    /// Something could not be done.
    init(_ lines: [String]) {
        self.lines = lines.map { Failure.prefix + $0 }
        code = 1
    }

    init(_ error: FileSystemError) {
        self.init([error.message])
    }

    /// The arguments or the settings are wrong.
    static func usage(_ line: String) -> Failure {
        Failure(line: line)
    }

    private init(line: String) {
        lines = [Failure.prefix + line]
        code = 2
    }
}
