import Files

/// Makes many directories: MKD, in windows.
struct DirectoryWindow: ConnectionPart {
    let connection: Connection

    /// What became of each, by its path; `.exists` where there is one already.
    func make(_ directories: [Path]) -> [Path: Result<Void, FileSystemError>] {
        var results = PathWindow(connection: connection).apply(to: directories) {
            session, index throws(FileSystemError) in
            let path = directories[index]
            return [
                try Command("MKD", session.directory.argument(forDirectory: path), path: path)
            ]
        } judge: { replies, index, session, _ in
            let reply = replies[0]
            return reply.isSuccess
                ? .success(()) : .failure(session.refusal(reply, .create, directories[index]))
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
        return Dictionary(results, of: directories)
    }

    /// Keeps others out of those that have just been made, and that not all may enter: MKD gives a
    /// directory the mode that the server likes. Where the server cannot, they are as it makes them.
    func close(_ directories: [NewDirectory]) {
        let closed = directories.compactMap { directory in
            directory.mode.flatMap { mode in
                mode & 0o055 == 0o055 ? nil : (path: directory.path, mode: mode)
            }
        }
        let setter = ModeSetter(connection: connection)
        guard !closed.isEmpty, setter.isPossible else { return }
        _ = setter.set(closed)
    }
}
