import Files

/// Removes files and directories, many in one window.
struct Remover: ConnectionPart {
    let connection: Connection

    /// Files and links, each with its answer.
    func removeFiles(_ files: [Path]) -> [Result<Void, FileSystemError>] {
        remove(files, by: "DELE")
    }

    /// Empty ones, in the order given.
    func removeDirectories(_ directories: [Path]) -> [Result<Void, FileSystemError>] {
        // Some servers do not remove the directory they are in, nor one above it.
        if let session = connection.session, let here = session.directory.path,
            let outermost = directories.filter({ here.isInside($0) })
                .min(by: { $0.components.count < $1.components.count })
        {
            _ = try? session.directory.enter(outermost.parent)
        }
        return remove(directories, by: "RMD")
    }

    private func remove(_ paths: [Path], by verb: String) -> [Result<Void, FileSystemError>] {
        PathWindow(connection: connection).apply(to: paths) {
            session, index throws(FileSystemError) in
            let path = paths[index]
            let name =
                verb == "RMD"
                ? session.directory.argument(forDirectory: path)
                : session.directory.argument(for: path)
            return [try Command(verb, name, path: path)]
        } judge: { replies, index, session, wasSentBefore in
            let reply = replies[0]
            if reply.isSuccess { return .success(()) }
            let error = session.refusal(reply, .delete, paths[index])
            // Sent, never answered, and gone now: the first time did it.
            if wasSentBefore, error.kind == .notFound { return .success(()) }
            return .failure(error)
        }
    }

    /// What is gone is as wanted.
    func discard(_ part: Part) throws(FileSystemError) {
        guard !part.isInPlace else { return }
        guard let result = removeFiles([part.path]).first else {
            throw FileSystemError.unanswered(part.path)
        }
        do {
            try result.get()
        } catch {
            if error.kind == .notFound { return }
            // Some servers have one sentence for what they forbid and for what is not there.
            guard error.kind == .other, error.reply != nil,
                try EntryLookup.entry(at: part.path, over: connection) == nil
            else { throw error }
        }
    }
}
