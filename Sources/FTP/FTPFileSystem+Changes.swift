package import Files

extension FTPFileSystem {
    package func makeDirectory(
        _ directory: Path, root: Path?
    ) throws(FileSystemError) {
        guard !directory.isRoot else {
            throw FileSystemError(.exists, path: directory, detail: "/ exists already.")
        }
        try perform(.unanswered) { session throws(FileSystemError) in
            try session.directory.prepareName(of: directory)
            let reply = try session.control.exchange(
                Command("MKD", session.directory.argument(forDirectory: directory), path: directory)
            )
            guard !reply.isSuccess else { return }
            var error = refusal(reply, "made", directory, session)
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

    package func removeFiles(_ files: [Path], root: Path?) -> [Result<Void, FileSystemError>] {
        remove(files, by: "DELE")
    }

    package func removeDirectories(
        _ directories: [Path], root: Path?
    ) -> [Result<Void, FileSystemError>] {
        // Some servers do not remove the directory they are in, nor one above it.
        if let session, let here = session.directory.path,
            let outermost = directories.filter({ here.isInside($0) })
                .min(by: { $0.components.count < $1.components.count })
        {
            _ = try? session.directory.enter(outermost.parent)
        }
        return remove(directories, by: "RMD")
    }

    private func remove(_ paths: [Path], by verb: String) -> [Result<Void, FileSystemError>] {
        applyToEach(paths) { session, index throws(FileSystemError) in
            let path = paths[index]
            let name =
                verb == "RMD"
                ? session.directory.argument(forDirectory: path)
                : session.directory.argument(for: path)
            return [try Command(verb, name, path: path)]
        } judge: { replies, index, session, wasSentBefore in
            let reply = replies[0]
            if reply.isSuccess { return .success(()) }
            let error = self.refusal(reply, "removed", paths[index], session)
            // Sent, never answered, and gone now: the first time did it.
            if wasSentBefore, error.kind == .notFound { return .success(()) }
            return .failure(error)
        }
    }

    package func setMode(_ mode: UInt16, of path: Path) throws(FileSystemError) {
        let digits = octal(mode)
        try perform(.always) { session throws(FileSystemError) in
            try session.directory.prepareName(of: path)
            let name = session.directory.argument(for: path)
            if memory.knows(.setMode) {
                let reply = try session.control.exchange(modeCommand(mode, path, session))
                if reply.isSuccess { return }
                guard reply.isUnknownCommand else {
                    throw refusal(reply, "given another mode", path, session)
                }
                memory.refuse(.setMode)
            }
            if memory.knows(.setModeByFact) {
                let reply = try session.control.exchange(
                    Command("MFF", Array("UNIX.mode=\(digits); ".utf8) + name, path: path))
                if reply.isSuccess { return }
                guard reply.isUnknownCommand else {
                    throw refusal(reply, "given another mode", path, session)
                }
                memory.refuse(.setModeByFact)
            }
            throw FileSystemError(
                .unsupported, path: path,
                detail:
                    "\(path.text(on: site)) keeps its mode: the server has no command to set it.")
        }
    }

    func modeCommand(
        _ mode: UInt16, _ path: Path, _ session: Session
    ) throws(FileSystemError) -> Command {
        try Command(
            "SITE", Array("CHMOD \(octal(mode)) ".utf8) + session.directory.argument(for: path),
            path: path)
    }

    private func octal(_ mode: UInt16) -> String {
        let digits = String(mode & 0o7777, radix: 8)
        return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }
}
