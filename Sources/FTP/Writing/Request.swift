import Files
import Transport
import Words

/// What a transfer asks for before its data connection is there: sent in one write, for the file
/// at hand or, ahead of time, for the next one.
struct Request: SessionPart {
    /// How the file's size comes to be known.
    enum Size {
        case unasked
        /// By SIZE, in the same write.
        case asked
        /// SIZE said it a moment ago, in bytes.
        case learnt(UInt64)
    }

    let session: Session
    let file: Path
    let direction: Upcoming.Direction
    let approach: Approach
    let size: Size
    let purpose: DataConnector.Purpose
    /// How many of the last tickets ask for a passive connection, and in which way.
    let passiveCount: Int
    let mode: DataConnector.Mode
    let tickets: [ControlConnection.Ticket]
    /// REST, which is the last of them, where it went out with the others.
    let restart: ControlConnection.Ticket?

    /// Directory, type, size, passive mode and where a download begins, in one write.
    static func send(
        _ file: Upcoming, asksSize: Bool, on session: Session
    ) throws(FileSystemError) -> Request {
        let memory = session.memory
        guard let name = file.path.name else {
            throw FileSystemError(.isDirectory, path: file.path, detail: tr("/ is a directory."))
        }
        let approach = try session.approach(file.path.parent, binary: true)
        var commands = approach.commands
        let size = size(of: file, isWanted: asksSize, on: session)
        if case .asked = size {
            commands.append(try Command("SIZE", name.bytes, path: file.path))
        }
        let appends = file.offset > 0 && !(memory.features?.restartsStreams ?? false)
        let verb = file.direction == .read ? "RETR" : appends ? "APPE" : "STOR"
        let stored =
            file.part.map { memory.placement(in: file.path.parent)?.name(of: $0) ?? name } ?? name
        // Before anything is sent: a name that no command can carry asks for nothing.
        try Command.check(stored.bytes, path: file.path)
        let purpose = DataConnector.Purpose(verb, stored.bytes, path: file.path)
        let passive = try session.data.passiveCommands(for: purpose)
        commands += passive.commands
        // A transfer's command has to follow it, with nothing but the connection in between.
        let restarts =
            file.direction == .read && file.offset > 0 && memory.pace == .windows
            && passive.mode != .active
        if restarts { commands.append(try Command("REST", String(file.offset))) }
        let tickets = try session.control.send(commands)
        if restarts { session.hasRestarted = true }
        return Request(
            session: session, file: file.path, direction: file.direction, approach: approach,
            size: size, purpose: purpose, passiveCount: passive.commands.count, mode: passive.mode,
            tickets: tickets, restart: restarts ? tickets.last : nil)
    }

    private static func size(
        of file: Upcoming, isWanted: Bool, on session: Session
    ) -> Size {
        guard isWanted else { return .unasked }
        if file.direction == .read,
            let learnt = session.sizes.take(of: file.path, at: Deadline.now())
        {
            return .learnt(learnt)
        }
        return session.memory.knows(.size) ? .asked : .unasked
    }

    /// Reads the replies and opens the data connection; also the size, where known.
    func answer(
        _ attempt: Attempt, accepts: (UInt64?) throws(FileSystemError) -> Void = { _ in }
    ) throws(FileSystemError) -> (data: DataConnection, size: UInt64?) {
        let approaching = approach.commands.count
        let refused = try session.complete(approach, tickets.prefix(approaching))
        var own = tickets.dropFirst(approaching)
        var size: UInt64?
        switch self.size {
        case .unasked: break
        case .asked:
            guard let ticket = own.popFirst() else { break }
            let reply = try control.final(for: ticket)
            memory.note(reply, of: .size)
            // Without the directory the answer is about another file.
            if refused == nil, reply.code == 213 { size = ReplyValues.size(reply) }
        case .learnt(let bytes): size = bytes
        }
        if let refused, refused.code == 421 {
            throw session.refusal(refused, attempt, file)
        }
        try accepts(size)
        if !session.type.isBinary {
            throw FileSystemError(
                .unsupported, path: file, reply: session.type.refusal?.text,
                detail: attempt.failure(file.text) + " "
                    + tr("The server refuses TYPE I; without it, files arrive changed."),
                isTransient: session.type.refusal?.isTransientFailure ?? false)
        }
        let asked = DataConnector.PassiveRequest(
            mode: mode, tickets: Array(own.prefix(passiveCount)))
        return (try session.data.open(for: purpose, asked: asked), size)
    }
}
