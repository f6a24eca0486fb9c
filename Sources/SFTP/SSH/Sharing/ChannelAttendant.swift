import Files
import Glibc
import Transport
import Words

/// Serves an ssh that only hands its streams to the one that is logged in.
final class ChannelAttendant: ProgramAttendant {
    /// What ssh says where a server grants a login no more channels (MaxSessions).
    private static let refusal = "refused by peer"

    /// What it says where a server runs no commands.
    private static let noCommands = "exec request failed"
    /// How ssh ends for a reason of its own; any other status is that of what ran there.
    private static let ownStatus: CInt = 255

    private let site: Site
    private let isShell: Bool
    private var words: ProgramWords
    private var hasBegun = false

    /// `isShell` is whether a shell is to run there, in place of SFTP.
    init(_ site: Site, isShell: Bool = false, log: ConnectionLog) {
        self.site = site
        self.isShell = isShell
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
                detail: tr(
                    "\(VisibleText.make(site.host)) allows no more channels for this login."),
                isTransient: true)
        }
        if isShell, let absence = absence(ending) { return absence }
        return SSHFailure(
            site: site, lines: words.last, ending: ending,
            stage: hasBegun ? .begun : .loggingIn, questions: .left
        ).explained
    }

    /// Why there is no shell; nil where ssh has ended for another reason.
    private func absence(_ ending: Subprocess.Ending) -> FileSystemError? {
        let refusal = words.last.first { $0.contains(ChannelAttendant.noCommands) }
        if refusal == nil {
            guard case .status(let status) = ending, status != ChannelAttendant.ownStatus else {
                return nil
            }
        }
        return FileSystemError(
            .unsupported, reply: refusal ?? words.last.last,
            detail: tr("\(VisibleText.make(site.host)) does not run commands for this login."))
    }

    /// Whether the server refused one more channel, and not the login itself was gone.
    static func isRefusal(_ failure: FileSystemError?) -> Bool {
        failure?.reply?.contains(refusal) ?? false
    }
}
