package import Files

extension FTPFileSystem {
    /// Compares sizes and sets times and modes, all in one window where it is known how. The bytes
    /// are safe, so a time or mode that the server does not take is no failure of theirs; the log
    /// shows it.
    package func settle(_ files: [Settlement]) -> [Result<Void, FileSystemError>] {
        let asksSize = memory.knows(.size)
        let time = certainTimeCommand
        var results = applyToEach(files.map(\.path)) { session, index throws(FileSystemError) in
            let file = files[index]
            var commands: [Command] = []
            if asksSize {
                let name = session.argument(for: file.path)
                commands.append(try Command("SIZE", name, path: file.path))
            }
            if let time, let seconds = file.creation.exactTime {
                commands.append(try time.command(seconds, of: file.path, on: session))
            }
            if self.memory.knows(.setMode), let mode = file.creation.mode {
                commands.append(try self.modeCommand(mode, file.path, session))
            }
            return commands
        } judge: { replies, index, _, _ in
            guard asksSize, let reply = replies.first else { return .success(()) }
            self.memory.note(reply, of: .size)
            let file = files[index]
            guard reply.code == 213, let size = ReplyValues.size(reply), size != file.size else {
                return .success(())
            }
            return .failure(
                FileSystemError(
                    .truncated, path: file.path,
                    detail:
                        "\(file.path.text(on: site)) has \(size) bytes on the server, not \(file.size); send it again.",
                    isTransient: true))
        }
        guard time == nil, knowsSetModified else { return results }
        let timed = files.indices.filter { index in
            guard case .success = results[index] else { return false }
            return files[index].creation.exactTime != nil
        }
        let set = setModified(
            timed.compactMap { index in
                files[index].creation.modified.map { (files[index].path, $0) }
            })
        for (index, result) in zip(timed, set) {
            if case .failure(let error) = result,
                [.connection, .timeout, .cancelled].contains(error.kind)
            {
                results[index] = result
            }
        }
        return results
    }
}

extension Creation {
    /// The time to give the file, where its zone is known: seconds since the epoch.
    fileprivate var exactTime: Int64? {
        modified.flatMap { $0.isZoned ? $0.seconds : nil }
    }
}
