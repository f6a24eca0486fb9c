import Files
import Words

/// Makes directories and links, which version 3 refuses without a reason where the name is taken.
struct NameMaker {
    let session: Session

    /// `mode` as in `FileSystem.makeDirectory`.
    func makeDirectory(_ directory: NewDirectory) throws(FileSystemError) {
        let path = directory.path
        guard session.site.scheme.namesRemote else {
            // The window knows what a refusal means.
            guard let result = makeDirectories([directory])[path] else {
                throw FileSystemError.unanswered(path)
            }
            return try result.get()
        }
        // rclone has nothing against one that is there.
        guard try session.linkStatus(path) == nil else {
            throw .taken(path, on: session.site)
        }
        do throws(FileSystemError) {
            try session.apply(.makeDirectory(path, Attributes()), .create, path)
        } catch {
            guard error.kind == .notFound else { throw error }
            try makeDirectories(above: path)
            try session.apply(.makeDirectory(path, Attributes()), .create, path)
        }
    }

    /// Many in one window: what became of each, by its path.
    func makeDirectories(
        _ directories: [NewDirectory]
    ) -> [Path: Result<Void, FileSystemError>] {
        var results: [Path: Result<Void, FileSystemError>] = [:]
        guard !session.site.scheme.namesRemote else {
            for directory in directories {
                results[directory.path] = Result { () throws(FileSystemError) in
                    try makeDirectory(directory)
                }
            }
            return results
        }
        make(directories, &results) { attributes(of: $0) }
        let present = unmade(of: directories, results)
        for (path, error) in present.taken {
            results[path] = .failure(.taken(path, on: session.site, error.reply))
        }
        // A server may refuse to make one that is to have a mode.
        let refused = present.missing.filter { attributes(of: $0) != Attributes() }
        guard !refused.isEmpty, session.channel.loss == nil else { return results }
        make(refused, &results) { _ in Attributes() }
        let isTaken = refused.contains { directory in
            if case .success = results[directory.path] { true } else { false }
        }
        if isTaken { session.refusals.note(.creationMode) }
        return results
    }

    /// What a directory is given as it is made.
    private func attributes(of directory: NewDirectory) -> Attributes {
        guard let mode = directory.mode, session.refusals.allows(.creationMode) else {
            return Attributes()
        }
        return Attributes(permissions: UInt32(mode) & 0o777)
    }

    private func make(
        _ directories: [NewDirectory], _ results: inout [Path: Result<Void, FileSystemError>],
        _ attributes: (NewDirectory) -> Attributes
    ) {
        let paths = directories.map(\.path)
        let answers = session.apply(to: paths, .create) {
            .makeDirectory(paths[$0], attributes(directories[$0]))
        }
        results.merge(Dictionary(answers, of: paths)) { _, new in new }
    }

    /// Of those that were refused without a reason: which names are taken, and which are not.
    private func unmade(
        of directories: [NewDirectory], _ results: [Path: Result<Void, FileSystemError>]
    ) -> (taken: [Path: FileSystemError], missing: [NewDirectory]) {
        var unclear: [(directory: NewDirectory, error: FileSystemError)] = []
        for directory in directories {
            guard case .failure(let error)? = results[directory.path],
                [.other, .denied, .unsupported].contains(error.kind)
            else { continue }
            unclear.append((directory, error))
        }
        guard !unclear.isEmpty, session.channel.loss == nil,
            let found = try? RequestWindow(channel: session.channel).ask(
                unclear.count, { .linkStatus(unclear[$0].directory.path) },
                { [site = session.site] index, answer throws(FileSystemError) in
                    try Answer(answer, .examine, unclear[index].directory.path, on: site)
                        .attributes()
                })
        else { return ([:], []) }
        var taken: [Path: FileSystemError] = [:]
        var missing: [NewDirectory] = []
        for (index, one) in unclear.enumerated() {
            switch found[index] {
            case .success: taken[one.directory.path] = one.error
            case .failure(let error) where error.kind == .notFound: missing.append(one.directory)
            case .failure, nil: break
            }
        }
        return (taken, missing)
    }

    /// Has rclone make what leads to `path`. A store may hold no empty directories: one that a pane has
    /// made is known to the pane's program alone, until a file is in it.
    func makeDirectories(above path: Path) throws(FileSystemError) {
        let parents = path.parent.components
        for count in parents.indices.map({ $0 + 1 }) {
            let directory = Path(components: Array(parents.prefix(count)))
            try session.apply(.makeDirectory(directory, Attributes()), .create, directory)
        }
    }

    func makeLink(_ link: Path, to target: [UInt8]) throws(FileSystemError) {
        try make(.makeLink(link, to: target), link)
    }

    private func make(_ request: Request, _ path: Path) throws(FileSystemError) {
        do throws(FileSystemError) {
            try session.apply(request, .create, path)
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
            detail: tr("\(path.text(on: site)) already exists on the server."))
    }
}
