import Files

/// Ends a command: what to say on stderr, and the exit code.
struct Failure: Error {
    /// Each one failure, one plain sentence.
    let lines: [String]
    private(set) var code: CInt
    /// Whether nobody could be spoken to, so that another question would be in vain.
    var isUnreached = false

    static let prefix = "ferry: "

    /// All of it in one text, for the screen.
    var words: String { bareLines.joined(separator: " ") }

    /// The lines without the program's name.
    var bareLines: [String] {
        lines.map { $0.hasPrefix(Failure.prefix) ? String($0.dropFirst(Failure.prefix.count)) : $0 }
    }

    /// Something could not be done.
    init(_ lines: [String], isUnreached: Bool = false) {
        self.lines = lines.map { Failure.prefix + $0 }
        code = 1
        self.isUnreached = isUnreached
    }

    init(_ error: FileSystemError) {
        self.init([error.message])
    }

    /// Runs `body`; why it failed, where the next can be tried all the same.
    static func caught(_ body: () throws -> Void) throws -> [Failure] {
        do {
            try body()
            return []
        } catch let failure as Failure {
            return [failure]
        } catch let failure as OutputFailure {
            return [failure.failure]
        }
    }

    /// All that failed; nil where nothing did.
    init?(all failures: [Failure]) {
        guard let worst = failures.map(\.code).max() else { return nil }
        lines = failures.flatMap(\.lines)
        code = worst
    }

    /// The arguments or the settings are wrong.
    static func usage(_ line: String) -> Failure {
        Failure(line: line)
    }

    /// The same, where "something could not be done" must not be taken for an answer.
    var asTrouble: Failure {
        var failure = self
        failure.code = 2
        return failure
    }

    /// All was done and said; the exit code alone is an answer.
    static let silent = Failure([])

    private init(line: String) {
        lines = [Failure.prefix + line]
        code = 2
    }
}
