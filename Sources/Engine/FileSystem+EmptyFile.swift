import Files

extension FileSystem {
    /// Makes an empty file where there is none yet.
    func makeEmptyFile(_ path: Path) throws(FileSystemError) {
        let creation = Creation(size: 0, replaces: false)
        if try entry(at: path) != nil {
            throw FileSystemError(
                .exists, path: path,
                detail: "\(path.text) exists already; choose another name.")
        }
        let sink = try create(path, creation)
        try sink.finish()
        for result in settle([Settlement(path: path, creation: creation, size: 0)]) {
            try result.get()
        }
    }
}
