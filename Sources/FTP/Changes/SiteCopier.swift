import Files
import Words

/// Has the server copy files by itself: SITE CPFR and SITE CPTO, as ProFTPD's mod_copy has them.
struct SiteCopier: ConnectionPart {
    /// Bytes a second that a server copies at least: it says nothing until all are there.
    private static let pace = 4_000_000.0

    let connection: Connection
    let lookahead: Lookahead

    /// The part that was written; nil where the server does not do it.
    func copy(
        _ file: Path, size: UInt64, to target: Path, as id: PartID
    ) throws(FileSystemError) -> Part? {
        // What FEAT says is known once there is a connection.
        _ = try connection.ready()
        guard memory.knows(.copyOnSite), SiteCommands.keeps(file), SiteCommands.keeps(target) else {
            return nil
        }
        let uploader = Uploader(connection: connection, lookahead: lookahead)
        guard case .beside = try uploader.placement(of: target, for: id) else { return nil }
        let part = Part(id: id, file: target, place: .beside(id.name))
        do throws(FileSystemError) {
            let isCopied = try connection.perform(.unanswered) { session throws(FileSystemError) in
                try copy(file, size: size, to: part.path, on: session)
            }
            guard isCopied else { return nil }
        } catch {
            // Whether it took too long or broke the connection: the next try goes without it.
            if error.endsConnection { memory.refuse(.copyOnSite) }
            throw error
        }
        memory.notePartDirectory(target.parent)
        return part
    }

    private func copy(
        _ file: Path, size: UInt64, to part: Path, on session: Session
    ) throws(FileSystemError) -> Bool {
        let control = session.control
        let (name, new) = (
            session.directory.argument(for: file), session.directory.argument(for: part)
        )
        let tickets = try control.send([
            Command("SITE", Array("CPFR ".utf8) + name, path: file),
            Command("SITE", Array("CPTO ".utf8) + new, path: part),
        ])
        let from = try control.final(for: tickets[0])
        let seconds = session.timeouts.idle + Double(size) / SiteCopier.pace
        let to = try control.final(for: tickets[1], control.waitLimit(seconds))
        if let loss = control.loss { throw loss }
        // What is copied after a refusal is another file than this.
        if to.isSuccess, !from.isFailure { return true }
        if from.isUnknownCommand { memory.refuse(.copyOnSite) }
        guard to.isSuccess || !from.isFailure else { return false }
        // Some of it may be there.
        let removed = try control.exchange(
            Command("DELE", session.directory.argument(for: part), path: part))
        if !removed.isSuccess, ReplyMeaning.kind(removed) != .notFound {
            log.trouble(
                tr(
                    "The incomplete copy \(part.text(on: site)) could not be deleted from the "
                        + "server."))
        }
        return false
    }
}
