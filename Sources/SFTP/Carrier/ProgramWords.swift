import Files
import Words

/// What a program has said on stderr: all of it goes to the log, the last of it is kept.
struct ProgramWords {
    /// Lines that are kept, and that are logged of one program.
    private static let limits = (kept: 60, logged: 2_000)

    private let log: ConnectionLog
    private var logged = 0
    /// The last lines, oldest first, sanitised.
    private(set) var last: [String] = []

    init(_ log: ConnectionLog) {
        self.log = log
    }

    /// One line more, sanitised.
    mutating func take(_ line: String) {
        last.append(line)
        if last.count > ProgramWords.limits.kept { last.removeFirst() }
        guard !line.isEmpty, logged <= ProgramWords.limits.logged else { return }
        logged += 1
        log.remark(
            logged > ProgramWords.limits.logged
                ? tr("The program prints too much; further output is not logged.") : line)
    }
}
