import Files
import Glibc
import Transport
import Words

/// Serves rclone: what it says is in the log, and its last words explain its end.
final class RcloneAttendant: ProgramAttendant {
    /// What it says whenever its input ends, as it should.
    private static let farewell = "completed with error: unexpected EOF"

    private let name: String
    private let isNamed: Bool
    private var words: ProgramWords
    private var hasBegun = false

    /// For the remote of the site that is called `name`; `isNamed`: the user has named the program.
    init(_ name: String, isNamed: Bool, log: ConnectionLog) {
        self.name = name
        self.isNamed = isNamed
        words = ProgramWords(log)
    }

    var waits: [pollfd] { [] }
    var verdict: FileSystemError? { nil }

    func heard(_ line: String) {
        guard !line.hasSuffix(RcloneAttendant.farewell) else { return }
        words.take(line)
    }

    func attend(_ ready: [pollfd]) {}
    func began() { hasBegun = true }
    func abandon() {}

    func ended(_ ending: Subprocess.Ending) -> FileSystemError? {
        let said = words.last.last { !$0.isEmpty }.map { RcloneAttendant.withoutTime($0) }
        if ending == .status(127), isNamed, !hasBegun {
            return FileSystemError(
                .other, reply: said,
                detail:
                    tr(
                        "The shell cannot find the program set as rclone for \(name); correct "
                            + "FERRY_RCLONE."))
        }
        guard let said else {
            return FileSystemError(
                .connection, detail: unexplained(ending), isTransient: hasBegun)
        }
        if said.contains("not allowed to ask for password") {
            return FileSystemError(
                .login, reply: said,
                detail: tr(
                    "rclone's configuration is locked, so Ferry did not reach \(name). Give "
                        + "rclone the password through RCLONE_CONFIG_PASS or "
                        + "RCLONE_PASSWORD_COMMAND; Ferry does not ask for it."))
        }
        return FileSystemError(
            .connection, reply: said,
            detail: hasBegun
                ? tr("rclone stopped serving \(name) (\(said)).")
                : tr("rclone could not serve \(name) (\(said))."),
            isTransient: hasBegun)
    }

    private func unexplained(_ ending: Subprocess.Ending) -> String {
        ending.sentence { status in
            tr(
                "rclone ended with status \(status) without a message for \(name); try `rclone "
                    + "lsd` in a shell.")
        } signal: { signal in
            tr(
                "rclone ended by signal \(signal) without a message for \(name); try `rclone "
                    + "lsd` in a shell.")
        } plain: {
            tr("rclone ended without a message for \(name); try `rclone lsd` in a shell.")
        }
    }

    /// The line without the date and the time that rclone begins its lines with.
    static func withoutTime(_ line: String) -> String {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count == 3, words[0].wholeMatch(of: /\d{4}\/\d\d\/\d\d/) != nil,
            words[1].wholeMatch(of: /\d\d:\d\d:\d\d/) != nil
        else { return line }
        return String(words[2].drop { $0 == " " })
    }
}
