import Files
import Words

/// Finds out whether a server can have parts, with an empty one that is made, renamed and removed.
struct PartTrial: SessionPart {
    let session: Session

    /// Why the server cannot have parts; nil where it can.
    func reasonAgainstParts(
        of file: Path, _ id: PartID
    ) throws(FileSystemError) -> String? {
        let directory = file.parent
        // Names of data sets, members and the like have rules of their own.
        if memory.style == .mvs || memory.style == .nonStop || memory.style == .opaque {
            return tr("The server has its own rules for names.")
        }
        let first = directory.appending(id.name(inRole: 1))
        let second = directory.appending(id.name(inRole: 2))
        if let refusal = try session.directory.enter(directory) {
            throw session.refusal(refusal, .open, directory)
        }
        // Of names that are not there: no harm can be done, and where even that is forbidden,
        // nothing that could not be removed again is made.
        let asked = control.window([
            try Command("RNFR", session.directory.argument(for: first), path: first),
            try Command("DELE", session.directory.argument(for: first), path: first),
        ])
        guard asked.count == 2 else { throw FileSystemError.unanswered(directory) }
        if PartPlacement.isForbidden(try asked[0].get()) {
            return tr("The server cannot rename files.")
        }
        if PartPlacement.isForbidden(try asked[1].get()) {
            return tr("The server cannot delete files.")
        }
        do throws(FileSystemError) {
            let request = try Request.send(
                Upcoming(path: first, direction: .write), asksSize: false, on: session)
            try EmptyFile(session: session).store(first, for: file, request)
        } catch {
            guard session.isUsable, PartPlacement.isRefusal(error) else { throw error }
            return tr("The server does not accept the names of temporary files.")
        }
        let moved = control.window([
            try Command("RNFR", session.directory.argument(for: first), path: first),
            try Command("RNTO", session.directory.argument(for: second), path: second),
            try Command("DELE", session.directory.argument(for: second), path: second),
        ])
        guard moved.count == 3 else { throw FileSystemError.unanswered(directory) }
        let isRenamed = try moved[1].get().isSuccess
        if isRenamed, try moved[2].get().isSuccess { return nil }
        let rest = isRenamed ? second : first
        let removed = try control.exchange(
            Command("DELE", session.directory.argument(for: rest), path: rest))
        if !removed.isSuccess {
            log.trouble(
                tr(
                    "The empty temporary file \(rest.text(on: site)) could not be deleted "
                        + "from the server."))
        }
        return isRenamed
            ? tr("The server cannot delete files.") : tr("The server cannot rename files.")
    }
}
