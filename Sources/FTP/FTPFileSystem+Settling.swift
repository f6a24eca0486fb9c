package import Files

extension FTPFileSystem {
    /// Compares sizes and sets times, all in windows; a server that cannot set times is not asked
    /// twice, and the file is final all the same.
    package func settle(_ files: [Settlement]) -> [Result<Void, FileSystemError>] {
        var results: [Result<Void, FileSystemError>] = Array(
            repeating: .success(()), count: files.count)
        if memory.knows(.size) {
            do {
                let found = try sizes(of: files.map(\.path))
                for (index, size) in found.enumerated() {
                    guard let size, size != files[index].size else { continue }
                    results[index] = .failure(
                        FileSystemError(
                            .truncated, path: files[index].path,
                            detail:
                                "\(files[index].path.text) has \(size) bytes on the server, not \(files[index].size); send it again.",
                            isTransient: true))
                }
            } catch {
                return files.map { _ in .failure(error) }
            }
        }
        setModes(of: files, results)
        let timed = files.indices.filter { index in
            guard case .success = results[index] else { return false }
            return files[index].creation.modified?.isZoned ?? false
        }
        guard knowsSetModified, !timed.isEmpty else { return results }
        let set = setModified(
            timed.compactMap { index in
                files[index].creation.modified.map { (files[index].path, $0) }
            })
        for (index, result) in zip(timed, set) {
            // The bytes are safe; a time that the server would not take is no failure of theirs.
            if case .failure(let error) = result,
                [.connection, .timeout, .cancelled].contains(error.kind)
            {
                results[index] = result
            }
        }
        return results
    }

    /// The bytes are safe, so a mode that the server does not take is no failure of theirs; the
    /// log shows it.
    private func setModes(of files: [Settlement], _ results: [Result<Void, FileSystemError>]) {
        let modes = files.indices.compactMap { index -> (path: Path, mode: UInt16)? in
            guard case .success = results[index] else { return nil }
            return files[index].creation.mode.map { (files[index].path, $0) }
        }
        guard memory.knows(.setMode), !modes.isEmpty else { return }
        let byPath = Dictionary(modes.map { ($0.path, $0.mode) }, uniquingKeysWith: { $1 })
        _ = applyToEach(modes.map(\.path)) { session, path throws(FileSystemError) in
            try self.modeCommand(byPath[path] ?? 0o644, path, session)
        } judge: { reply, _, _, _ in
            self.memory.note(reply, of: .setMode)
            return .success(())
        }
    }

    private func sizes(of paths: [Path]) throws(FileSystemError) -> [UInt64?] {
        var sizes: [UInt64?] = Array(repeating: nil, count: paths.count)
        let results = applyToEach(paths) { session, path throws(FileSystemError) in
            try Command("SIZE", session.argument(for: path), path: path)
        } judge: { reply, index, _, _ in
            self.memory.note(reply, of: .size)
            if reply.code == 213 { sizes[index] = ReplyValues.size(reply) }
            return .success(())
        }
        for result in results { try result.get() }
        return sizes
    }
}
