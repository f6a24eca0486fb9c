import Files

/// Whether parts can be given their final names: asked once of a server of which it is not known, with
/// an empty file that is made, renamed and removed. Afterwards nothing of it is left, and no bytes were
/// in vain.
struct PartTrial {
    let session: Session

    /// False where parts have to be written in place.
    func canRename(in directory: Path, _ id: PartID) throws(FileSystemError) -> Bool {
        guard session.refusals.allows(.rename) else { return false }
        // Others announce posix-rename and do not have it; OpenSSH's own server has all it says.
        if session.renames || Renamer(session: session).replacesInOne && session.has(.sync) {
            return true
        }
        let (first, second) = (
            directory.appending(id.name(inRole: 1)), directory.appending(id.name(inRole: 2))
        )
        guard try make(first) else {
            // Where nothing can be made, the file's own refusal says why.
            return true
        }
        var left = first
        do throws(FileSystemError) {
            try session.apply(.rename(first, to: second), .rename, first)
            left = second
            session.renames = true
        } catch {
            guard session.channel.loss == nil else { throw error }
            session.refusals.note(.rename)
        }
        try session.apply(.remove(left), .delete, left)
        return session.renames
    }

    private func make(_ path: Path) throws(FileSystemError) -> Bool {
        let site = session.site
        do throws(FileSystemError) {
            let handle = try session.channel.ask(
                .open(path, [.write, .create, .exclusive], Attributes())
            ) { answer throws(FileSystemError) in
                try Answer(answer, .create, path, on: site).handle()
            }
            try session.apply(.close(handle), .create, path)
            return true
        } catch {
            guard session.channel.loss == nil else { throw error }
            return false
        }
    }
}
