import Files

/// Removes files and directories, many in one window.
struct Remover {
    let session: Session

    /// Files and links, each with its answer.
    func removeFiles(_ files: [Path]) -> [Result<Void, FileSystemError>] {
        session.apply(to: files, .delete) { .remove(files[$0]) }
    }

    /// Empty ones, in the order given: one that lies in another is gone before that is tried.
    func removeDirectories(_ directories: [Path]) -> [Result<Void, FileSystemError>] {
        var results: [Result<Void, FileSystemError>] = []
        var window: [Path] = []
        for directory in directories {
            if window.contains(where: { $0.isInside(directory) }) {
                results += remove(window)
                window = []
            }
            window.append(directory)
        }
        return results + remove(window)
    }

    private func remove(_ directories: [Path]) -> [Result<Void, FileSystemError>] {
        session.apply(to: directories, .delete) { .removeDirectory(directories[$0]) }
    }

    /// What is gone is as wanted.
    func discard(_ part: Part) throws(FileSystemError) {
        guard !part.isInPlace else { return }
        do throws(FileSystemError) {
            try session.apply(.remove(part.path), .delete, part.path)
        } catch {
            if error.kind != .notFound { throw error }
        }
    }
}
