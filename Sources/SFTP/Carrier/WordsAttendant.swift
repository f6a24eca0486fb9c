import Files
import Glibc
import Transport
import Words

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
        if ending == .status(127) {
            return FileSystemError(
                .other, reply: said,
                detail: tr(
                    "The command of \(name) ended with status 127, because the shell cannot find "
                        + "it; correct the site's `command`."))
        }
        return FileSystemError(
            .connection, reply: said,
            detail: said.map { explained(ending, by: $0) } ?? unexplained(ending),
            isTransient: hasBegun)
    }

    private func explained(_ ending: Subprocess.Ending, by said: String) -> String {
        ending.sentence { status in
            tr("The command of \(name) ended with status \(status) (\(said)).")
        } signal: { signal in
            tr("The command of \(name) ended by signal \(signal) (\(said)).")
        } plain: {
            tr("The command of \(name) ended (\(said)).")
        }
    }

    private func unexplained(_ ending: Subprocess.Ending) -> String {
        ending.sentence { status in
            tr(
                "The command of \(name) ended with status \(status) without a message; try it in a "
                    + "shell.")
        } signal: { signal in
            tr(
                "The command of \(name) ended by signal \(signal) without a message; try it in a "
                    + "shell.")
        } plain: {
            tr("The command of \(name) ended without a message; try it in a shell.")
        }
    }
}

extension Subprocess.Ending {
    /// One of three sentences that say how a program has ended: with a status that is not 0, by a signal,
    /// or in no way worth telling.
    func sentence(
        status: (CInt) -> String, signal: (CInt) -> String, plain: () -> String
    ) -> String {
        switch self {
        case .status(0), .unknown: plain()
        case .status(let number): status(number)
        case .signal(let number): signal(number)
        }
    }
}
