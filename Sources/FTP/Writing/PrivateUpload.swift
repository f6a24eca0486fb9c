import Files

/// Sends a file that not all may read. STOR makes a file as open as the server likes, so it is made
/// empty and shut before any byte goes there.
struct PrivateUpload: ConnectionPart {
    let uploader: Uploader

    var connection: Connection { uploader.connection }

    /// Nil where all may read the file, or the server does not do that: nothing is there then.
    func begin(_ part: Part, _ creation: Creation) throws(FileSystemError) -> FTPSink? {
        let setter = ModeSetter(connection: connection)
        guard let mode = creation.mode, mode & 0o044 != 0o044, memory.fillsEmptyFiles,
            setter.isPossible, setter.isSafe(for: part.path)
        else { return nil }
        try connection.perform(.always) { session throws(FileSystemError) in
            let request = try uploader.lookahead.request(
                Upcoming(path: part.file, direction: .write, part: part.id),
                asksSize: !creation.replaces, on: session)
            try EmptyFile(session: session).store(part.path, for: part.file, request) {
                size throws(FileSystemError) in
                try uploader.check(size, of: part, against: creation)
            }
        }
        guard let answer = setter.set([(part.path, mode & 0o777 | 0o600)]).first else {
            throw FileSystemError.unanswered(part.path)
        }
        if case .failure(let error) = answer {
            // The bytes go the usual way only where there are no modes, and so nothing is private.
            guard error.kind == .unsupported || PrivateUpload.isRefusal(error) else { throw error }
            try Remover(connection: connection).discard(part)
            return nil
        }
        if let sink = try fill(part, creation) { return sink }
        memory.fillsEmptyFiles = false
        try Remover(connection: connection).discard(part)
        return nil
    }

    /// APPE, because STOR may give a file another name where its own is taken, else STOR; nil where the
    /// server takes neither for a file that is there.
    private func fill(_ part: Part, _ creation: Creation) throws(FileSystemError) -> FTPSink? {
        for verb in ["APPE", "STOR"] {
            do throws(FileSystemError) {
                return try connection.perform(.always) { session throws(FileSystemError) in
                    try uploader.send(
                        part, creation, isKnown: false, by: verb, on: session)
                }
            } catch {
                guard connection.session?.isUsable ?? false, PrivateUpload.isRefusal(error) else {
                    throw error
                }
            }
        }
        return nil
    }

    /// Whether the server does not write into files that are there.
    private static func isRefusal(_ error: FileSystemError) -> Bool {
        guard let reply = error.reply, error.kind != .full else { return false }
        return ["450", "451", "500", "501", "502", "504", "550", "553"].contains {
            reply.hasPrefix($0)
        }
    }
}
