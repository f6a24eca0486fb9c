package import Files

/// What would change the archive.
extension ArchiveFileSystem {
    package func create(
        _ file: Path, as id: PartID, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        throw ArchiveError.readOnly(file, archive)
    }

    package func resume(
        _ part: Part, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        throw ArchiveError.readOnly(part.file, archive)
    }

    package func commit(
        _ parts: [PendingCommit], note: (Part) throws(FileSystemError) -> Void
    ) -> CommitResults {
        var results: CommitResults = [:]
        for pending in parts {
            results[pending.part.id] = .failure(
                ArchiveError.readOnly(pending.part.file, archive))
        }
        return results
    }

    /// No part was ever made here.
    package func discard(_ part: Part, root: Path?) throws(FileSystemError) {}

    package func makeDirectory(
        _ directory: Path, mode: UInt16?, root: Path?
    ) throws(FileSystemError) {
        throw ArchiveError.readOnly(directory, archive)
    }

    package func removeFiles(_ files: [Path], root: Path?) -> [Result<Void, FileSystemError>] {
        files.map { .failure(ArchiveError.readOnly($0, archive)) }
    }

    package func removeDirectories(
        _ directories: [Path], root: Path?
    ) -> [Result<Void, FileSystemError>] {
        directories.map { .failure(ArchiveError.readOnly($0, archive)) }
    }

    package func rename(
        _ source: Path, to target: Path, replacement: RenameReplacement?
    ) throws(FileSystemError) {
        throw ArchiveError.readOnly(source, archive)
    }
}
