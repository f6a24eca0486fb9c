import Files

/// Makes files without a byte in them.
struct EmptyFile: SessionPart {
    let session: Session

    /// Stores nothing as `path`, on the way to `file`; `accepts` hears the size of what `request` has
    /// asked about, and may refuse it.
    func store(
        _ path: Path, for file: Path, _ request: Request,
        accepts: (UInt64?) throws(FileSystemError) -> Void = { _ in }
    ) throws(FileSystemError) {
        let (data, _) = try request.answer(.write, accepts: accepts)
        do throws(FileSystemError) {
            try session.clearRestart()
            let transfer = try Transfer(
                Command("STOR", session.directory.argument(for: path), path: path), .up, over: data,
                of: path, for: file, on: session)
            if let reply = try transfer.begin() { throw transfer.refusal(reply) }
            transfer.closeData()
            let final = try transfer.finalReply()
            guard final.isSuccess else { throw transfer.refusal(final) }
        } catch {
            data.close()
            throw error
        }
    }
}
