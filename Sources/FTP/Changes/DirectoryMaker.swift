import Files
import Words

/// Makes directories.
struct DirectoryMaker: SessionPart {
    let session: Session

    /// `.exists` where there is one already.
    func make(_ directory: Path) throws(FileSystemError) {
        try session.directory.prepareName(of: directory)
        let reply = try control.exchange(
            Command("MKD", session.directory.argument(forDirectory: directory), path: directory))
        guard !reply.isSuccess else { return }
        throw try reason(of: session.refusal(reply, .create, directory), directory)
    }

    /// What a refusal means: many servers say no more than 550, and a directory that can be entered
    /// is there.
    func reason(
        of refusal: FileSystemError, _ directory: Path
    ) throws(FileSystemError) -> FileSystemError {
        guard [.exists, .other, .denied].contains(refusal.kind), session.isUsable,
            try session.directory.enter(directory) == nil
        else { return refusal }
        return FileSystemError(
            .exists, path: directory, reply: refusal.reply,
            detail: tr("\(directory.text(on: site)) already exists."))
    }
}
