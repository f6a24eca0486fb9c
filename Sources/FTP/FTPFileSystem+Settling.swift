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

    private func sizes(of paths: [Path]) throws(FileSystemError) -> [UInt64?] {
        var sizes: [UInt64?] = Array(repeating: nil, count: paths.count)
        let results = applyToEach(paths) { session, path throws(FileSystemError) in
            try Command("SIZE", session.argument(for: path), path: path)
        } judge: { reply, path, session, _ in
            self.memory.note(reply, of: .size)
            if reply.code == 213, let size = ReplyValues.size(reply),
                let index = paths.firstIndex(of: path)
            {
                sizes[index] = size
            }
            return .success(())
        }
        for result in results { try result.get() }
        return sizes
    }
}
