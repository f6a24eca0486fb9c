import Files

/// Sends a file that not all may read. STOR makes a file as open as the server likes, so it is made
/// empty and shut before any byte goes there.
struct PrivateUpload: ConnectionPart {
    let uploader: Uploader

    var connection: Connection { uploader.connection }

    /// Nil where all may read the file, or it is there and keeps its own mode, or the server does not do
    /// that: nothing was made then.
    func begin(
        _ part: Part, _ creation: Creation, remark: String? = nil
    ) throws(FileSystemError) -> FTPSink? {
        let setter = ModeSetter(connection: connection)
        guard let mode = creation.mode, mode & 0o044 != 0o044, memory.fillsEmptyFiles,
            setter.isPossible, setter.isSafe(for: part.path)
        else { return nil }
        if part.isInPlace {
            // An empty file that cannot be shut may be one that cannot be filled or removed either.
            guard try mayShut(part, mode, setter) else { return nil }
        }
        guard try makeEmpty(part, creation) else { return nil }
        guard let answer = setter.set([(part.path, mode & 0o777 | 0o600)]).first else {
            throw FileSystemError.unanswered(part.path)
        }
        switch answer {
        case .success:
            memory.shutsFiles = true
            if let sink = try fill(part, creation, remark) { return sink }
            memory.fillsEmptyFiles = false
        case .failure(let error):
            // The bytes go the usual way only where there are no modes, and so nothing is private.
            guard error.kind == .unsupported || PrivateUpload.isRefusal(error) else { throw error }
            // In its own place there is no other way than into what is there now.
            if part.isInPlace, let sink = try fill(part, creation, remark) { return sink }
        }
        try remove(part)
        return nil
    }

    /// Whether the server sets modes of files that are its user's, as it says of one that is not there.
    private func mayShut(
        _ part: Part, _ mode: UInt16, _ setter: ModeSetter
    ) throws(FileSystemError) -> Bool {
        guard !memory.shutsFiles else { return true }
        let absent = part.file.parent.appending(part.id.name)
        guard setter.isSafe(for: absent) else { return false }
        guard let answer = setter.set([(absent, mode & 0o777 | 0o600)]).first else {
            throw FileSystemError.unanswered(absent)
        }
        guard case .failure(let error) = answer else { return true }
        if error.endsConnection || error.kind == .cancelled { throw error }
        return error.kind != .denied && error.kind != .unsupported
    }

    /// False where the file itself is to be written, and is there already.
    private func makeEmpty(
        _ part: Part, _ creation: Creation
    ) throws(FileSystemError) -> Bool {
        var isThere = false
        do throws(FileSystemError) {
            try connection.perform(.always) { session throws(FileSystemError) in
                let request = try uploader.lookahead.request(
                    Upcoming(
                        path: part.file, direction: .write, part: part.isInPlace ? nil : part.id),
                    asksSize: part.isInPlace || !creation.replaces, on: session)
                try EmptyFile(session: session).store(part.path, for: part.file, request) {
                    size throws(FileSystemError) in
                    try uploader.check(size, of: part, against: creation)
                    isThere = part.isInPlace && size != nil
                    if isThere { throw FileSystemError.taken(part.file, on: site) }
                }
            }
            return true
        } catch {
            guard isThere, connection.session?.isUsable ?? false else { throw error }
            return false
        }
    }

    /// APPE, because STOR may give a file another name where its own is taken, else STOR; nil where the
    /// server takes neither for a file that is there.
    private func fill(
        _ part: Part, _ creation: Creation, _ remark: String?
    ) throws(FileSystemError) -> FTPSink? {
        var creation = creation
        // What is there is what was just made.
        if part.isInPlace { creation.replaces = true }
        for verb in ["APPE", "STOR"] {
            do throws(FileSystemError) {
                return try connection.perform(.always) { session throws(FileSystemError) in
                    try uploader.send(
                        part, creation, isKnown: false, remark, by: verb, on: session)
                }
            } catch {
                guard connection.session?.isUsable ?? false, PrivateUpload.isRefusal(error) else {
                    throw error
                }
            }
        }
        return nil
    }

    /// Removes what was made, which in the file's own place goes only as long as it is empty.
    private func remove(_ part: Part) throws(FileSystemError) {
        let remover = Remover(connection: connection)
        guard part.isInPlace else { return try remover.discard(part) }
        let size = try connection.perform(.always) { session throws(FileSystemError) in
            _ = try session.directory.enter(part.file.parent)
            let name = session.directory.argument(for: part.file)
            let reply = try session.control.exchange(
                Command("SIZE", name, path: part.file))
            return reply.code == 213 ? ReplyValues.size(reply) : nil
        }
        guard size == 0 else { return }
        guard let result = remover.removeFiles([part.file]).first else {
            throw FileSystemError.unanswered(part.file)
        }
        try result.get()
    }

    /// Whether the server does not write into files that are there.
    private static func isRefusal(_ error: FileSystemError) -> Bool {
        guard let reply = error.reply, error.kind != .full else { return false }
        return ["450", "451", "500", "501", "502", "504", "550", "553"].contains {
            reply.hasPrefix($0)
        }
    }
}
