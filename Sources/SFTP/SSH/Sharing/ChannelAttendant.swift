import Files
import Glibc
import Transport

/// Serves an ssh that only hands its streams to the one that is logged in.
final class ChannelAttendant: ProgramAttendant {
    /// What ssh says where a server grants a login no more channels (MaxSessions).
    private static let refusal = "refused by peer"

    private let site: Site
    private var words: ProgramWords
    private var hasBegun = false

    init(_ site: Site, log: ConnectionLog) {
        self.site = site
        words = ProgramWords(log)
    }

    var waits: [pollfd] { [] }
    var verdict: FileSystemError? { nil }
    func heard(_ line: String) { words.take(line) }
    func attend(_ ready: [pollfd]) {}
    func began() { hasBegun = true }
    func abandon() {}

    func ended(_ ending: Subprocess.Ending) -> FileSystemError? {
        if !hasBegun, let line = words.last.first(where: { $0.contains(ChannelAttendant.refusal) })
        {
            return FileSystemError(
                .connection, reply: line,
                detail: "\(VisibleText.make(site.host)) grants this login no more channels.",
                isTransient: true)
        }
        return SSHFailure(
            site: site, lines: words.last, ending: ending,
            stage: hasBegun ? .begun : .loggingIn, questions: .left
        ).explained
    }

    /// Whether the server refused one more channel, and not the login itself was gone.
    static func isRefusal(_ failure: FileSystemError?) -> Bool {
        failure?.reply?.contains(refusal) ?? false
    }
}
