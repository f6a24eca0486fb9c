import Files

/// A file without content.
enum EmptyFile {
    /// Made where there is none yet.
    static func make(
        _ path: Path, in files: any FileSystem
    ) throws(FileSystemError) {
        let creation = Creation(size: 0, replaces: false)
        if try files.entry(at: path) != nil {
            throw FileSystemError(
                .exists, path: path,
                detail: "\(path.text) exists already; choose another name.")
        }
        let sink = try files.create(path, creation)
        try sink.finish()
        for result in files.settle([Settlement(path: path, creation: creation, size: 0)]) {
            try result.get()
        }
    }
}
