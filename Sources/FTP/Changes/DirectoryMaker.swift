import Files

/// Makes directories.
struct DirectoryMaker: SessionPart {
    let session: Session

    /// `.exists` where there is one already.
    func make(_ directory: Path) throws(FileSystemError) {
        try session.directory.prepareName(of: directory)
        let reply = try control.exchange(
            Command("MKD", session.directory.argument(forDirectory: directory), path: directory))
        guard !reply.isSuccess else { return }
        var error = session.refusal(reply, "made", directory)
        // Many servers say no more than 550; a directory that can be entered is there.
        if [.exists, .other, .denied].contains(error.kind), session.isUsable,
            try session.directory.enter(directory) == nil
        {
            error = FileSystemError(
                .exists, path: directory, reply: reply.text,
                detail: "\(directory.text(on: site)) exists already.")
        }
        throw error
    }
}
