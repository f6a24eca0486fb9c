import Files
import Glibc
import Transport

/// Serves a program that asks nothing: what it says is in the log, and its last line explains its end.
final class WordsAttendant: ProgramAttendant {
    private let name: String
    private var words: ProgramWords
    private var hasBegun = false

    /// For the program of the site that is called `name`.
    init(_ name: String, log: ConnectionLog) {
        self.name = name
        words = ProgramWords(log)
    }

    var waits: [pollfd] { [] }
    var verdict: FileSystemError? { nil }
    func heard(_ line: String) { words.take(line) }
    func attend(_ ready: [pollfd]) {}
    func began() { hasBegun = true }
    func abandon() {}

    func ended(_ ending: Subprocess.Ending) -> FileSystemError? {
        let said = words.last.last { !$0.isEmpty }
        let what = "The command of \(name) ended\(ending.words)"
        if ending == .status(127) {
            return FileSystemError(
                .other, reply: said,
                detail: "\(what), because the shell cannot find it; correct the site's `command`.")
        }
        return FileSystemError(
            .connection, reply: said,
            detail: said.map { "\(what) (\($0))." }
                ?? "\(what) without a message; try it in a shell.",
            isTransient: hasBegun)
    }
}

extension Subprocess.Ending {
    /// What follows "ended".
    var words: String {
        switch self {
        case .status(0): ""
        case .status(let status): " with status \(status)"
        case .signal(let signal): " by signal \(signal)"
        case .unknown: ""
        }
    }
}
