import Files

/// Makes many directories: MKD, in windows.
struct DirectoryWindow: ConnectionPart {
    let connection: Connection

    /// Each with its answer in their order; `.exists` where there is one already.
    func make(_ directories: [Path]) -> [Result<Void, FileSystemError>] {
        var results = PathWindow(connection: connection).apply(to: directories) {
            session, index throws(FileSystemError) in
            let path = directories[index]
            return [
                try Command("MKD", session.directory.argument(forDirectory: path), path: path)
            ]
        } judge: { replies, index, session, _ in
            let reply = replies[0]
            return reply.isSuccess
                ? .success(()) : .failure(session.refusal(reply, "made", directories[index]))
        }
        for (index, directory) in directories.enumerated() {
            guard case .failure(let refusal) = results[index], let session = connection.session,
                session.isUsable
            else { continue }
            do throws(FileSystemError) {
                results[index] = .failure(
                    try DirectoryMaker(session: session).reason(of: refusal, directory))
            } catch {
                results[index] = .failure(error)
            }
        }
        return results
    }
}
