package import Files

extension HTTPFileSystem {
    package var capabilities: Capabilities {
        if isDAV {
            let setsTimes = memory.dav.timeProperty.map { $0 != .none } ?? false
            return HTTPFileSystem.capabilitiesDAV.union(setsTimes ? .setModified : [])
        }
        var all: Capabilities = []
        if memory.takesPut ?? false || site.formField != nil { all.insert(.write) }
        return all
    }

    package func prepare(_ next: [Upcoming]) {}

    package func makeDirectory(_ directory: Path, root: Path?) throws(FileSystemError) {
        guard isDAV else { throw unknown("make directories", directory) }
        try makeDirectoryDAV(directory)
    }

    package func removeFiles(_ files: [Path], root: Path?) -> [Result<Void, FileSystemError>] {
        guard isDAV else { return files.map { .failure(unknown("remove files", $0)) } }
        return removeFilesDAV(files)
    }

    package func removeDirectories(
        _ directories: [Path], root: Path?
    ) -> [Result<Void, FileSystemError>] {
        guard isDAV else {
            return directories.map { .failure(unknown("remove directories", $0)) }
        }
        return removeDirectoriesDAV(directories)
    }

    package func rename(
        _ source: Path, to target: Path, replacement: RenameReplacement?
    ) throws(FileSystemError) {
        guard isDAV else { throw unknown("rename", source) }
        try renameDAV(source, to: target, replaces: replacement != nil)
    }

    package func setModified(
        _ times: [(path: Path, time: Timestamp)]
    ) -> [Result<Void, FileSystemError>] {
        guard isDAV else { return times.map { .failure(unknown("set times", $0.path)) } }
        return setModifiedDAV(times)
    }

    package func space(
        at directory: Path
    ) throws(FileSystemError) -> (free: UInt64, total: UInt64)? {
        isDAV ? try spaceDAV(at: directory) : nil
    }

    /// What no web server can be asked for.
    func unknown(_ action: String, _ path: Path?) -> FileSystemError {
        FileSystemError(
            .unsupported, path: path,
            detail: "\(host) cannot \(action) over \(site.scheme.rawValue)://.")
    }
}
