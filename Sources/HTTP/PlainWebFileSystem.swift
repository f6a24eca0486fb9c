import Files

/// A file system on HTTP's own methods (RFC 9110 section 9.3), of which none makes a directory or
/// changes a name; what DELETE would do is nobody's promise.
protocol PlainWebFileSystem: WebFileSystem {}

extension PlainWebFileSystem {
    /// One question each: HTTP has none about many.
    func details(of files: [Path]) throws(FileSystemError) -> [Entry?] {
        var entries: [Entry?] = []
        for file in files {
            do {
                entries.append(try entry(at: file))
            } catch {
                // What ended the connection ends the others' questions too.
                guard error.kind == .denied || error.kind == .other else { throw error }
                entries.append(nil)
            }
        }
        return entries
    }

    /// A part is the file itself, which stays.
    func discard(_ part: Part, root: Path?) throws(FileSystemError) {}

    func makeDirectory(
        _ directory: Path, mode: UInt16?, root: Path?
    ) throws(FileSystemError) {
        throw .cannot(.create, directory, on: site)
    }

    func removeFiles(_ files: [Path], root: Path?) -> [Result<Void, FileSystemError>] {
        files.map { .failure(.cannot(.delete, $0, on: site)) }
    }

    func removeDirectories(
        _ directories: [Path], root: Path?
    ) -> [Result<Void, FileSystemError>] {
        directories.map { .failure(.cannot(.delete, $0, on: site)) }
    }

    func rename(
        _ source: Path, to target: Path, replacement: RenameReplacement?
    ) throws(FileSystemError) {
        throw .cannot(.rename, source, on: site)
    }
}
