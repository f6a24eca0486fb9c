import Files
import Words

/// What is sent ahead for the file that comes next, which saves a round trip.
final class Lookahead {
    private var upcoming: [Upcoming] = []
    /// What was sent for the first of them.
    private var ahead: Request?

    /// These files come next.
    func prepare(_ next: [Upcoming]) {
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
        if let sent, sent.session === session, sent.file == file.path,
            sent.direction == file.direction, file.offset == 0,
            !session.hasRestarted, session.control.awaits(sent.tickets)
        {
            try checkAhead(on: session)
            return sent
        }
        return try Request.send(file, asksSize: asksSize, on: session)
    }

    /// Some servers lose what comes while they are at work. Whether this one does shows the first
    /// time, and a new connection then does without.
    private func checkAhead(on session: Session) throws(FileSystemError) {
        let memory = session.memory
        guard memory.hearsAhead == nil else { return }
        memory.hearsAhead = try session.control.hearsReply(within: session.control.briefWait)
        guard memory.hearsAhead == false else { return }
        session.log.remark(
            tr(
                "The server lost commands sent during the last transfer, so Ferry sends no more then."
            ))
        throw session.control.lose(
            FileSystemError(
                .connection,
                detail:
                    tr(
                        "\(VisibleText.make(session.site.host)) lost commands sent during a transfer."
                    ),
                isTransient: true))
    }

    /// A transfer's data has ended: what the next file needs goes out before the final reply is
    /// read, which saves a round trip. Never two transfers deep: servers break on that.
    func sendAhead(_ direction: Upcoming.Direction, on session: Session) {
        let memory = session.memory
        guard ahead?.session !== session, session.isUsable, let next = upcoming.first,
            next.direction == direction, next.offset == 0, !session.hasRestarted,
            session.data.firstMode != .active, memory.pace == .windows,
            memory.hearsAhead != false,
            // A question first would pass over the final reply.
            memory.telnet != .unknown || !next.path.bytes.contains(0xFF)
        else { return }
        upcoming.removeFirst()
        ahead = try? Request.send(next, asksSize: true, on: session)
    }
}
