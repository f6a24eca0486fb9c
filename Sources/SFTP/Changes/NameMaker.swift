import Files

/// Makes directories and links, which version 3 refuses without a reason where the name is taken.
struct NameMaker {
    let session: Session

    func makeDirectory(_ directory: Path) throws(FileSystemError) {
        guard session.site.scheme.namesRemote else {
            return try make(.makeDirectory(directory), directory)
        }
        // rclone has nothing against one that is there.
        guard try session.linkStatus(directory) == nil else {
            throw .taken(directory, on: session.site)
        }
        do throws(FileSystemError) {
            try make(.makeDirectory(directory), directory)
        } catch {
            guard error.kind == .notFound else { throw error }
            try makeDirectories(above: directory)
            try make(.makeDirectory(directory), directory)
        }
    }

    /// Many in one window, each with its answer.
    func makeDirectories(_ directories: [Path]) -> [Result<Void, FileSystemError>] {
        guard !session.site.scheme.namesRemote else {
            return directories.map { directory in
                Result { () throws(FileSystemError) in try makeDirectory(directory) }
            }
        }
        var results = session.apply(to: directories, "made") { .makeDirectory(directories[$0]) }
        let unclear = results.indices.filter { index in
            if case .failure(let error) = results[index] { error.kind == .other } else { false }
        }
        guard !unclear.isEmpty, session.channel.loss == nil,
            let found = try? RequestWindow(channel: session.channel).ask(
                unclear.count, { .linkStatus(directories[unclear[$0]]) },
                { [site = session.site] index, answer throws(FileSystemError) in
                    let path = directories[unclear[index]]
                    return try Answer(answer, "looked at", path, on: site).attributes()
                })
        else { return results }
        for (position, index) in unclear.enumerated() {
            guard case .success = found[position], case .failure(let error) = results[index] else {
                continue
            }
            results[index] = .failure(.taken(directories[index], on: session.site, error.reply))
        }
        return results
    }

    /// Has rclone make what leads to `path`. A store may hold no empty directories: one that a pane has
    /// made is known to the pane's program alone, until a file is in it.
    func makeDirectories(above path: Path) throws(FileSystemError) {
        let parents = path.parent.components
        for count in parents.indices.map({ $0 + 1 }) {
            let directory = Path(components: Array(parents.prefix(count)))
            try session.apply(.makeDirectory(directory), "made", directory)
        }
    }

    func makeLink(_ link: Path, to target: [UInt8]) throws(FileSystemError) {
        try make(.makeLink(link, to: target), link)
    }

    private func make(_ request: Request, _ path: Path) throws(FileSystemError) {
        do throws(FileSystemError) {
            try session.apply(request, "made", path)
        } catch {
            guard error.kind == .other, session.channel.loss == nil,
                (try? session.linkStatus(path)) ?? nil != nil
            else { throw error }
            throw .taken(path, on: session.site, error.reply)
        }
    }
}

extension FileSystemError {
    /// The error where a name must be free, and is not.
    static func taken(_ path: Path, on site: Site, _ reply: String? = nil) -> FileSystemError {
        FileSystemError(
            .exists, path: path, reply: reply,
            detail: "\(path.text(on: site)) exists already on the server.")
    }
}
