import Files
import Transport
import Words

/// Who sees to it that one login serves several channels.
enum SSHSharing: Hashable, Sendable {
    /// Seconds that ssh may take to say whether a connection is there.
    private static let patience = 3.0

    /// Nobody: the program does not speak as ssh does.
    case none
    /// ssh by itself, as the user has it configured.
    case users
    /// Ferry.
    case own

    /// By what ssh's own configuration says; asks ssh where that leaves it open, interruptibly, which
    /// `masters` end with Ferry. Throws `.cancelled` then.
    init(
        _ configuration: SSHConfiguration?, _ command: SSHCommandLine, _ masters: SSHMasters,
        _ interrupter: Interrupter
    ) throws(FileSystemError) {
        guard let configuration else {
            self = .none
            return
        }
        guard configuration.controlPath != nil, !configuration.makesMasters else {
            self = configuration.makesMasters ? .users : .own
            return
        }
        do throws(TransportError) {
            self = try SSHSharing.isThere(command, masters, interrupter) ? .users : .own
        } catch {
            guard error.kind != .cancelled else {
                throw FileSystemError(
                    .cancelled, detail: tr("The connection attempt was cancelled."))
            }
            self = .own
        }
    }

    /// Whether the user has left a connection where the configuration says.
    private static func isThere(
        _ command: SSHCommandLine, _ masters: SSHMasters, _ interrupter: Interrupter
    ) throws(TransportError) -> Bool {
        let wakePipe = try WakePipe()
        let (stream, watch) = try masters.programs.start { () throws(TransportError) in
            let (process, stream) = try Subprocess.start(
                command.check, environment: ChildEnvironment.make(adding: [:]),
                interrupter: interrupter)
            let watch = ProgramWatch(process, interrupter: interrupter, wakePipe: wakePipe) {
                SilentAttendant()
            }
            return (stream, watch)
        }
        defer {
            stream.close()
            watch.end()
        }
        try Readiness.wait(forInput: stream, .after(seconds: patience))
        return watch.isGone(within: patience) && watch.failure() == nil
    }
}
