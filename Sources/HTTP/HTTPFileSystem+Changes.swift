package import Files

extension HTTPFileSystem {
    package var capabilities: Capabilities {
        var all: Capabilities = [.resumeDownload]
        if memory.takesPut ?? false || site.formField != nil { all.insert(.write) }
        return all
    }

    package func prepare(_ next: [Upcoming]) {}

    package func makeDirectory(_ directory: Path, root: Path?) throws(FileSystemError) {
        throw unknown("make directories", directory)
    }

    package func removeFiles(_ files: [Path]) -> [Result<Void, FileSystemError>] {
        files.map { .failure(unknown("remove files", $0)) }
    }

    package func removeDirectories(_ directories: [Path]) -> [Result<Void, FileSystemError>] {
        directories.map { .failure(unknown("remove directories", $0)) }
    }

    package func rename(_ source: Path, to target: Path) throws(FileSystemError) {
        throw unknown("rename", source)
    }

    package func setModified(
        _ times: [(path: Path, time: Timestamp)]
    ) -> [Result<Void, FileSystemError>] {
        times.map { .failure(unknown("set times", $0.path)) }
    }

    package func setMode(_ mode: UInt16, of path: Path) throws(FileSystemError) {
        throw unknown("set modes", path)
    }

    package func raw(_ line: String) throws(FileSystemError) -> [String] {
        throw unknown("take single commands", nil)
    }

    package func space(
        at directory: Path
    ) throws(FileSystemError) -> (free: UInt64, total: UInt64)? {
        nil
    }

    /// Connections are cheap to make again.
    package func keepAlive() throws(FileSystemError) {}

    /// What no web server can be asked for.
    func unknown(_ action: String, _ path: Path?) -> FileSystemError {
        FileSystemError(
            .unsupported, path: path,
            detail: "\(host) cannot \(action) over \(site.scheme.rawValue)://.")
    }
}
