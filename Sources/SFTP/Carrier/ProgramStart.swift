import Files
import Transport
import Words

/// Starts a program as a carrier.
struct ProgramStart: Sendable {
    /// The site, for messages.
    var name: String
    /// The program, looked up in PATH, and what it is given.
    var arguments: [String]
    /// The same for the log: of what the user wrote for the shell, which may hold a secret, only the
    /// program's name.
    var shown: [String]
    /// What is set in its environment beside Ferry's own.
    var variables: [String: String] = [:]
    var log: ConnectionLog
    /// Ends it with Ferry; nil where nothing does.
    var programs: StartedPrograms?

    /// As `launch`, for a program that is ended with its carrier.
    func open(
        _ interrupter: Interrupter,
        _ makeAttendant: @escaping @Sendable (WakePipe) -> any ProgramAttendant
    ) throws(FileSystemError) -> ProgramCarrier {
        let (stream, watch) = try launch(interrupter, makeAttendant)
        return ProgramCarrier(stream, watch) { watch.end() }
    }

    /// Starts it, with an attendant that is made on its watch's queue, and writes the pipe it is given
    /// to be called. Throws `.other` where it cannot be started; `.unsupported` where there is none.
    func launch(
        _ interrupter: Interrupter,
        _ makeAttendant: @escaping @Sendable (WakePipe) -> any ProgramAttendant
    ) throws(FileSystemError) -> (stream: Socket, watch: ProgramWatch) {
        let line = shown.map { VisibleText.make($0) }.joined(separator: " ")
        log.remark(tr("Starting \(line)"))
        do throws(TransportError) {
            let wakePipe = try WakePipe()
            return try (programs ?? StartedPrograms()).start { () throws(TransportError) in
                let (process, stream) = try Subprocess.start(
                    arguments, environment: ChildEnvironment.make(adding: variables),
                    interrupter: interrupter)
                let watch = ProgramWatch(process, interrupter: interrupter, wakePipe: wakePipe) {
                    makeAttendant(wakePipe)
                }
                return (stream, watch)
            }
        } catch {
            if error.kind == .cancelled {
                throw FileSystemError(.cancelled, detail: "\(error.words).")
            }
            throw FileSystemError(
                error.kind == .unresolved ? .unsupported : .other, reply: error.words,
                detail:
                    tr(
                        "\(VisibleText.make(arguments.first ?? "")) for \(name) could not be started "
                            + "(\(error.words))."))
        }
    }

    /// The program's name in what a shell reads.
    static func programName(_ command: String) -> String {
        String(command.drop { $0.isWhitespace }.prefix { !$0.isWhitespace })
    }
}
