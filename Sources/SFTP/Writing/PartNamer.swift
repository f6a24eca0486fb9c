import Files
import Words

/// Gives parts their final names, all in one window. Where the server cannot replace in one, the
/// renamer puts the old file aside.
struct PartNamer {
    let session: Session

    private var site: Site { session.site }

    /// What failed, by its part. Throws what lost the connection.
    func give(
        _ parts: [PendingCommit], note: (Part) throws(FileSystemError) -> Void
    ) throws(FileSystemError) -> [PartID: FileSystemError] {
        var failures: [PartID: FileSystemError] = [:]
        let free = try freeNames(parts, &failures)
        let renamer = Renamer(session: session)
        let replacesInOne = renamer.replacesInOne
        let answers = session.apply(to: free.map(\.part.file), .name) { index in
            let (part, replaces) = (free[index].part, free[index].creation.replaces)
            // Plain, a name that is taken is refused.
            return replacesInOne && replaces
                ? .extended(.posixRename, [.path(part.path), .path(part.file)])
                : .rename(part.path, to: part.file)
        }
        if let loss = session.channel.loss { throw loss }
        var again: [PendingCommit] = []
        for (index, pending) in free.enumerated() {
            let answer =
                answers.indices.contains(index)
                ? answers[index] : .failure(.unanswered(pending.part.file))
            guard case .failure(let error) = answer else { continue }
            if error.kind == .unsupported, replacesInOne, pending.creation.replaces {
                session.refusals.note(.posixRename)
            }
            if pending.creation.replaces
                ? [.other, .exists, .unsupported].contains(error.kind)
                : replacesInOne && session.refusals.isRefusal(error)
            {
                // Of one that replaces nothing it is known that the name was free.
                again.append(pending)
            } else {
                failures[pending.part.id] = try explained(error, pending)
            }
        }
        for pending in again {
            do throws(FileSystemError) {
                try renamer.replace(
                    pending.part.file, with: pending.part.path, as: pending.part.id, note: note)
            } catch {
                if session.channel.loss != nil { throw error }
                failures[pending.part.id] = error
            }
        }
        for pending in free {
            guard let error = failures[pending.part.id], error.kind == .unsupported else {
                continue
            }
            failures[pending.part.id] = try sentAgain(pending, error)
        }
        return failures
    }

    /// A server that renames nothing at all, which shows only now: the part can never be the file, so
    /// it goes, and the next try writes the file in place.
    private func sentAgain(
        _ pending: PendingCommit, _ error: FileSystemError
    ) throws(FileSystemError) -> FileSystemError {
        session.refusals.note(.rename)
        do throws(FileSystemError) {
            try Remover(session: session).discard(pending.part)
        } catch {
            if session.channel.loss != nil { throw error }
            session.channel.log.trouble(error.message)
        }
        return FileSystemError(
            .unsupported, path: pending.part.file, reply: error.reply,
            detail: tr(
                "\(VisibleText.make(site.host)) does not allow renaming, so "
                    + "\(pending.part.file.text(on: site)) must be sent again, directly to its "
                    + "name."),
            isTransient: true)
    }

    /// Those whose names are free, or may be taken from what has them.
    private func freeNames(
        _ parts: [PendingCommit], _ failures: inout [PartID: FileSystemError]
    ) throws(FileSystemError) -> [PendingCommit] {
        let asked = parts.filter { !$0.creation.replaces }
        let taken = try EntryLookup(session: session).statuses(of: asked.map(\.part.file)) {
            .linkStatus(asked[$0].part.file)
        }
        for index in taken.keys {
            failures[asked[index].part.id] = .taken(asked[index].part.file, on: site)
        }
        return parts.filter { failures[$0.part.id] == nil }
    }

    /// Somebody may have made the file meanwhile.
    private func explained(
        _ error: FileSystemError, _ pending: PendingCommit
    ) throws(FileSystemError) -> FileSystemError {
        guard error.kind == .other, try session.linkStatus(pending.part.file) != nil else {
            return error
        }
        return .taken(pending.part.file, on: site, error.reply)
    }
}
