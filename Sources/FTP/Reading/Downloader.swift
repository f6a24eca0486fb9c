import Files
import Words

/// Opens files for reading.
struct Downloader: ConnectionPart {
    let connection: Connection
    let lookahead: Lookahead

    /// At `offset` bytes: after REST, where that is not the start.
    func open(
        _ file: Path, from offset: UInt64
    ) throws(FileSystemError) -> FTPSource {
        try connection.perform(.always) { session throws(FileSystemError) in
            try open(file, from: offset, on: session)
        }
    }

    private func open(
        _ file: Path, from offset: UInt64, on session: Session
    ) throws(FileSystemError) -> FTPSource {
        let request = try lookahead.request(
            Upcoming(path: file, direction: .read, offset: offset), asksSize: true,
            on: session)
        let (data, size) = try request.answer(.read)
        do throws(FileSystemError) {
            if offset > 0 || session.hasRestarted {
                // Where another way was asked for after it, that came in between.
                let sent = data.mode == request.mode ? request.restart : nil
                try restart(at: offset, of: file, on: session, sent: sent)
            }
            let transfer = try Transfer(
                Command("RETR", session.directory.argument(for: file), path: file), .down,
                over: data, of: file, on: session)
            if let reply = try transfer.begin() { throw transfer.refusal(reply) }
            connection.begin(transfer)
            return FTPSource(
                transfer, offset: offset, size: size,
                TransferEnd(connection: connection, lookahead: lookahead))
        } catch {
            data.close()
            throw error
        }
    }

    /// `sent`: REST, where it was sent already.
    private func restart(
        at offset: UInt64, of file: Path, on session: Session, sent: ControlConnection.Ticket?
    ) throws(FileSystemError) {
        let ticket: ControlConnection.Ticket
        if let sent {
            ticket = sent
        } else {
            ticket = try session.control.send(Command("REST", String(offset)))
        }
        let reply = try session.control.final(for: ticket)
        if reply.code == 421, let loss = session.control.loss { throw loss }
        session.hasRestarted = offset > 0
        guard offset > 0, !reply.isIntermediate, !reply.isSuccess else { return }
        session.hasRestarted = false
        throw FileSystemError(
            .unsupported, path: file, reply: reply.text,
            detail:
                tr(
                    "\(file.text(on: site)) cannot be resumed, because the server only sends files "
                        + "from the start.")
        )
    }
}
