package import Files

extension FTPFileSystem {
    package func prepare(_ next: [Upcoming]) {
        upcoming = next
    }

    /// The request for a file: the one that was sent ahead, else one sent now.
    func request(
        _ file: Upcoming, asksSize: Bool, on session: Session
    ) throws(FileSystemError) -> Request {
        let sent = ahead
        ahead = nil
        if let position = upcoming.firstIndex(where: {
            $0.path == file.path && $0.direction == file.direction
        }) {
            upcoming.removeSubrange(...position)
        }
        if let sent, sent.file == file.path, sent.direction == file.direction, file.offset == 0,
            !session.hasRestarted, session.control.awaits(sent.tickets)
        {
            try checkAhead(on: session)
            return sent
        }
        return try send(file, asksSize: asksSize, on: session)
    }

    /// Some servers lose what comes while they are at work. Whether this one does shows the first
    /// time, and a new connection then does without.
    private func checkAhead(on session: Session) throws(FileSystemError) {
        guard memory.hearsAhead == nil else { return }
        memory.hearsAhead = try session.control.hearsReply(within: session.control.briefWait)
        guard memory.hearsAhead == false else { return }
        log.remark("What was sent during the last transfer was lost; nothing is from here on.")
        throw session.control.lose(
            FileSystemError(
                .connection,
                detail: "\(VisibleText.make(site.host)) lost what it was sent during a transfer.",
                isTransient: true))
    }

    /// Directory, type, size and passive mode, in one write.
    private func send(
        _ file: Upcoming, asksSize: Bool, on session: Session
    ) throws(FileSystemError) -> Request {
        guard let name = file.path.name else {
            throw FileSystemError(.isDirectory, path: file.path, detail: "/ is a directory.")
        }
        let approach = try session.approach(file.path.parent, binary: true)
        var commands = approach.commands
        let asksSize = asksSize && memory.knows(.size)
        if asksSize { commands.append(try Command("SIZE", name.bytes, path: file.path)) }
        let appends = file.offset > 0 && !(memory.features?.restartsStreams ?? false)
        let verb = file.direction == .read ? "RETR" : appends ? "APPE" : "STOR"
        let stored =
            file.part.map { memory.placement(in: file.path.parent)?.name(of: $0) ?? name } ?? name
        let purpose = DataConnector.Purpose(
            command: try Command(verb, stored.bytes, path: file.path), path: file.path)
        let passive = try session.data.passiveCommands(for: purpose)
        commands += passive.commands
        return Request(
            file: file.path, direction: file.direction, approach: approach, asksSize: asksSize,
            purpose: purpose, passiveCount: passive.commands.count, mode: passive.mode,
            tickets: try session.control.send(commands))
    }

    /// Reads the replies to a request and opens the data connection; also the size, where known.
    func answer(
        to request: Request, _ action: String, on session: Session,
        accepts: (UInt64?) throws(FileSystemError) -> Void = { _ in }
    ) throws(FileSystemError) -> (data: DataConnection, size: UInt64?) {
        let approaching = request.approach.commands.count
        let refused = try session.complete(
            request.approach, request.tickets.prefix(approaching))
        var tickets = request.tickets.dropFirst(approaching)
        var size: UInt64?
        if request.asksSize, let ticket = tickets.popFirst() {
            let reply = try session.control.final(for: ticket)
            memory.note(reply, of: .size)
            // Without the directory the answer is about another file.
            if refused == nil, reply.code == 213 { size = ReplyValues.size(reply) }
        }
        if let refused, refused.code == 421 {
            throw refusal(refused, action, request.file, session)
        }
        try accepts(size)
        if !session.type.isBinary {
            throw FileSystemError(
                .unsupported, path: request.file, reply: session.type.refusal?.text,
                detail:
                    "\(request.file.text) could not be \(action): the server does not take TYPE I, without which bytes are changed on the way.",
                isTransient: session.type.refusal?.isTransientFailure ?? false)
        }
        let asked = DataConnector.PassiveRequest(
            mode: request.mode, tickets: tickets.suffix(request.passiveCount))
        return (try session.data.open(for: request.purpose, asked: asked), size)
    }

    /// A transfer's data has ended: what the next file needs goes out before the final reply is
    /// read, which saves a round trip. Never two transfers deep: servers break on that.
    func sendAhead(_ direction: Upcoming.Direction, on session: Session) {
        guard ahead == nil, session.isUsable, let next = upcoming.first,
            next.direction == direction, next.offset == 0, !session.hasRestarted,
            session.data.modes.first != .active, memory.pace == .windows,
            memory.hearsAhead != false,
            // A question first would pass over the final reply.
            memory.telnet != .unknown || !next.path.bytes.contains(0xFF)
        else { return }
        upcoming.removeFirst()
        ahead = try? send(next, asksSize: true, on: session)
    }
}
