import Files
import Words

/// Gives files other names. Where the server cannot replace in one, the old file goes aside first,
/// which is written down before, and comes back where that fails.
struct Renamer {
    let session: Session

    /// `.exists` where the target is there, and no `replacement` for it.
    func rename(
        _ source: Path, to target: Path, _ replacement: RenameReplacement?
    ) throws(FileSystemError) {
        try checkLink(source)
        guard try session.linkStatus(target) != nil else { return try give(target, to: source) }
        guard let replacement else { throw .taken(target, on: session.site) }
        try replace(target, with: source, as: replacement.id, note: replacement.note)
    }

    /// Refuses a link where another file would be renamed instead.
    private func checkLink(_ source: Path) throws(FileSystemError) {
        guard session.channel.version.renamesLinkTargets, try isLink(source) else { return }
        let site = session.site
        throw FileSystemError(
            .unsupported, path: source,
            detail: tr(
                "\(source.text(on: site)) is a link, and \(VisibleText.make(site.host)) would "
                    + "rename what it leads to instead. Delete it and create it again."))
    }

    /// Whether the server tells where it leads: it describes a link as what that leads to.
    private func isLink(_ path: Path) throws(FileSystemError) -> Bool {
        let site = session.site
        do throws(FileSystemError) {
            _ = try session.channel.ask(.readLink(path)) { answer throws(FileSystemError) in
                try Answer(answer, .read, path, on: site).name()
            }
            return true
        } catch {
            if let loss = session.channel.loss { throw loss }
            return false
        }
    }

    /// Whether one request replaces what has the name.
    var replacesInOne: Bool {
        session.has(.posixRename) && session.refusals.allows(.posixRename)
    }

    private func give(_ target: Path, to source: Path) throws(FileSystemError) {
        try session.apply(
            .rename(source, to: target), .renameTo(target.text(on: session.site)), source)
    }

    /// Gives `target`'s name to `source`, in place of the file that has it.
    func replace(
        _ target: Path, with source: Path, as id: PartID,
        note: (Part) throws(FileSystemError) -> Void
    ) throws(FileSystemError) {
        if replacesInOne {
            do throws(FileSystemError) {
                return try session.apply(
                    .extended(.posixRename, [.path(source), .path(target)]),
                    .renameTo(target.text(on: session.site)), source)
            } catch {
                if error.kind == .unsupported { session.refusals.note(.posixRename) }
                guard session.channel.loss == nil,
                    error.kind == .unsupported || error.kind == .other
                else { throw error }
            }
        }
        guard let found = try session.linkStatus(target) else {
            return try give(target, to: source)
        }
        // A directory is nothing that a file replaces, whoever made it meanwhile.
        guard found.kind != .directory else {
            throw FileSystemError(
                .isDirectory, path: target,
                detail: tr(
                    "\(target.text(on: session.site)) is now a directory; give the file "
                        + "another name."))
        }
        try putAside(target, for: source, id, note)
    }

    /// Removes what was put aside on a connection that is lost, now that the new file has the name.
    func removeAside(of part: Part) throws(FileSystemError) {
        let place = part.file.parent.appending(part.id.name(inRole: 3))
        guard try session.linkStatus(place) != nil else { return }
        do throws(FileSystemError) {
            try session.apply(.remove(place), .delete, place)
        } catch {
            if session.channel.loss != nil { throw error }
            session.channel.log.trouble(
                tr(
                    "The replaced file \(place.text(on: session.site)) could not be deleted. "
                        + "\(error.detail)"))
        }
    }

    private func putAside(
        _ target: Path, for source: Path, _ id: PartID,
        _ note: (Part) throws(FileSystemError) -> Void
    ) throws(FileSystemError) {
        let site = session.site
        let place = target.parent.appending(id.name(inRole: 3))
        try note(Part(id: id, file: target, place: .inPlace, aside: place.name))
        try give(place, to: target)
        do throws(FileSystemError) {
            try give(target, to: source)
        } catch {
            do throws(FileSystemError) {
                try give(target, to: place)
            } catch let second {
                // On another connection it may go on.
                throw FileSystemError(
                    session.channel.loss?.kind ?? .other, path: target, reply: second.reply,
                    detail: tr(
                        "\(target.text(on: site)) was set aside as \(place.text(on: site)) "
                            + "and could not be renamed back. Rename it by hand, or retry."),
                    isTransient: true)
            }
            throw error
        }
        do throws(FileSystemError) {
            try session.apply(.remove(place), .delete, place)
        } catch {
            session.channel.log.trouble(
                tr(
                    "The replaced file \(place.text(on: site)) could not be deleted. \(error.detail)"
                ))
            noteLeftover(place, as: id, note)
        }
    }

    /// The new file has its name whether or not that can be written down.
    private func noteLeftover(
        _ place: Path, as id: PartID, _ note: (Part) throws(FileSystemError) -> Void
    ) {
        guard let name = place.name else { return }
        do throws(FileSystemError) {
            try note(Part(id: id, file: place, place: .beside(name)))
        } catch {
            session.channel.log.trouble(error.message)
        }
    }
}
