package import Files
import Transport

/// Commands that were sent for the next file before the last one was closed.
struct Ahead {
    let path: Path
    let approach: Session.Approach
    let tickets: [ControlConnection.Ticket]
    let asksSize: Bool
    let mode: Session.DataMode
}

extension FTPFileSystem {
    package func open(
        _ file: Path, from offset: UInt64
    ) throws(FileSystemError) -> any FileSource {
        upcoming.removeAll { $0.path == file }
        return try perform(.always) { session throws(FileSystemError) in
            try open(file, from: offset, on: session)
        }
    }

    package func prepare(_ next: [Upcoming]) {
        upcoming = next
    }

    private func open(
        _ file: Path, from offset: UInt64, on session: Session
    ) throws(FileSystemError) -> FTPSource {
        let request: Ahead
        if let ahead, ahead.path == file, offset == 0, !session.hasRestarted {
            request = ahead
        } else {
            request = try ask(for: file, from: offset, on: session)
        }
        ahead = nil
        var tickets = request.tickets[...]
        let refused = try session.complete(
            request.approach, tickets.prefix(request.approach.commands.count))
        tickets = tickets.dropFirst(request.approach.commands.count)
        var size: UInt64?
        if request.asksSize, let ticket = tickets.popFirst() {
            let reply = try session.control.final(for: ticket)
            memory.note(reply, of: .size)
            // Without the directory the answer is about another file.
            if refused == nil, reply.code == 213 { size = ReplyValues.size(reply) }
        }
        if let refused, refused.code == 421 { throw refusal(refused, "read", file, session) }
        let asked =
            request.mode == .active ? nil : tickets.popLast().map { (request.mode, $0) }
        let data = try session.openData(asked: asked)
        do throws(FileSystemError) {
            if offset > 0 || session.hasRestarted {
                try restart(at: offset, of: file, on: session)
            }
            let transfer = try Transfer(
                Command("RETR", session.argument(for: file), path: file), .down, over: data,
                of: file, on: session)
            if let reply = try transfer.begin() { throw transfer.refusal(reply) }
            self.transfer = transfer
            return FTPSource(transfer, offset: offset, size: size, of: self)
        } catch {
            data.close()
            throw error
        }
    }

    /// Sends what can be sent for a file before its data connection is there, in one write.
    func ask(
        for file: Path, from offset: UInt64, on session: Session
    ) throws(FileSystemError) -> Ahead {
        let approach = try session.approach(file.parent, binary: true)
        var commands = approach.commands
        let asksSize = memory.knows(.size)
        if asksSize, let name = file.name {
            commands.append(try Command("SIZE", name.bytes, path: file))
        }
        let passive = try session.passiveRequest(
            for: Command("RETR", file.name?.bytes ?? [], path: file))
        commands += passive?.commands ?? []
        let tickets = try session.control.send(commands)
        return Ahead(
            path: file, approach: approach, tickets: tickets, asksSize: asksSize,
            mode: passive?.mode ?? .active)
    }

    private func restart(
        at offset: UInt64, of file: Path, on session: Session
    ) throws(FileSystemError) {
        let reply = try session.control.exchange(Command("REST", String(offset)))
        if reply.code == 421, let loss = session.control.loss { throw loss }
        session.hasRestarted = offset > 0
        guard offset > 0, !reply.isIntermediate, !reply.isSuccess else { return }
        session.hasRestarted = false
        throw FileSystemError(
            .unsupported, path: file, reply: reply.text,
            detail: "\(file.text) cannot be resumed: the server sends files from their start only.")
    }

    /// The data of a download has ended: what the next file needs goes out before the final reply
    /// is read, which saves a round trip (never two transfers deep).
    func sendAhead(on session: Session) {
        guard ahead == nil, session.isUsable, let next = upcoming.first,
            next.direction == .read, next.offset == 0, !session.hasRestarted,
            session.dataModes.first != .active
        else { return }
        upcoming.removeFirst()
        ahead = try? ask(for: next.path, from: 0, on: session)
    }
}
