import Files
import Words

/// Gives files other names: RNFR and RNTO. Where RNTO does not replace, the old file goes aside
/// first, which is written down before, and comes back where that fails.
struct Renamer: ConnectionPart {
    let connection: Connection

    /// `.exists` where the target is there, and no `replacement` for it.
    func rename(
        _ source: Path, to target: Path, _ replacement: RenameReplacement?
    ) throws(FileSystemError) {
        // A name that cannot be sent is not worth asking for the other.
        _ = try Command("RNFR", source.bytes, path: source)
        guard try EntryLookup.entry(at: target, over: connection) != nil else {
            return try give(target, to: source)
        }
        guard let replacement else { throw FileSystemError.taken(target, on: site) }
        try replace(target, with: source, as: replacement.id, note: replacement.note)
    }

    /// RNFR and RNTO, in one window.
    private func give(_ target: Path, to source: Path) throws(FileSystemError) {
        try connection.perform(.unanswered) { session throws(FileSystemError) in
            try session.directory.prepareName(of: source)
            let tickets = try session.control.send([
                Command("RNFR", session.directory.argument(for: source), path: source),
                Command("RNTO", session.directory.argument(for: target), path: target),
            ])
            let from = try session.control.final(for: tickets[0])
            let to = try session.control.final(for: tickets[1])
            if from.isFailure { throw session.refusal(from, .rename, source) }
            guard to.isSuccess else {
                throw session.refusal(to, .renameTo(target.text(on: site)), source)
            }
            if session.directory.path?.isInside(source) ?? false {
                session.directory.forget()
            }
        }
    }

    /// Gives `target`'s name to `source`, in place of the file that has it.
    func replace(
        _ target: Path, with source: Path, as id: PartID,
        note: (Part) throws(FileSystemError) -> Void
    ) throws(FileSystemError) {
        if memory.renameReplaces {
            do throws(FileSystemError) {
                return try give(target, to: source)
            } catch {
                // The reason may be another one: only where something is there does aside help.
                guard Renamer.mayBeInTheWay(error),
                    try EntryLookup.entry(at: target, over: connection) != nil,
                    try EntryLookup.entry(at: source, over: connection) != nil
                else { throw error }
            }
        }
        let place = target.parent.appending(id.name(inRole: 3))
        guard try EntryLookup.entry(at: target, over: connection) != nil else {
            return try give(target, to: source)
        }
        try note(Part(id: id, file: target, place: .inPlace, aside: place.name))
        try give(place, to: target)
        do throws(FileSystemError) {
            try give(target, to: source)
        } catch {
            try putBack(place, as: target, instead: source, after: error)
        }
        memory.renameReplaces = false
        for result in Remover(connection: connection).removeFiles([place]) {
            guard case .failure(let error) = result else { continue }
            log.trouble(
                tr(
                    "The replaced file \(place.text(on: site)) could not be deleted. "
                        + "\(error.detail)"))
            noteLeftover(place, as: id, note)
        }
    }

    /// `source` did not get the name, as far as is known, so the old file gets it back, and `failure` is
    /// thrown. Where only the answer was lost, `source` has it, and nothing may be put in its place.
    private func putBack(
        _ place: Path, as target: Path, instead source: Path, after failure: FileSystemError
    ) throws(FileSystemError) {
        do throws(FileSystemError) {
            if try EntryLookup.entry(at: target, over: connection) == nil {
                try give(target, to: place)
            } else if try EntryLookup.entry(at: source, over: connection) == nil {
                return
            } else {
                throw FileSystemError.taken(target, on: site)
            }
        } catch {
            throw FileSystemError(
                .other, path: target, reply: error.reply,
                detail:
                    tr(
                        "\(target.text(on: site)) was set aside as \(place.text(on: site)) and "
                            + "could not be renamed back. Rename it by hand, or retry."),
                isTransient: true)
        }
        throw failure
    }

    /// The new file has its name whether or not that can be written down.
    private func noteLeftover(
        _ place: Path, as id: PartID, _ note: (Part) throws(FileSystemError) -> Void
    ) {
        guard let name = place.name else { return }
        do throws(FileSystemError) {
            try note(Part(id: id, file: place, place: .beside(name)))
        } catch {
            log.trouble(error.message)
        }
    }

    /// Whether the refusal may mean that something has the name.
    static func mayBeInTheWay(_ error: FileSystemError) -> Bool {
        ![.connection, .timeout, .cancelled, .login, .full].contains(error.kind)
            && error.reply != nil
    }
}
