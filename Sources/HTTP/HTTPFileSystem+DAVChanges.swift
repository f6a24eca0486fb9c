import Files

extension HTTPFileSystem {
    static let capabilitiesDAV: Capabilities = [.write, .exactTimes]

    /// Sends a request that changes something, and gives the answer's head. A 207 with failures in
    /// it is thrown (RFC 4918 section 9.6.1).
    private func change(
        _ method: String, _ path: Path, isDirectory: Bool, fields: [RequestField] = [],
        _ action: String
    ) throws(FileSystemError) -> ResponseHead {
        let response = try send(
            Request(
                method, path, isDirectory: isDirectory, fields: fields, redirection: .give))
        guard response.head.status == 207 else {
            response.drain()
            return response.head
        }
        let reader = try read(response, about: path, as: path, depth: 1)
        guard let failure = reader.failures.first else { return response.head }
        let place = RequestTarget.path(
            of: String(decoding: failure.href, as: UTF8.self)
        ).path.text(on: site)
        let words = StatusWords.explain(failure.status) ?? "It was refused."
        let others = reader.failures.count - 1
        throw FileSystemError(
            StatusMeaning.kind(failure.status), path: path,
            reply: "\(response.head.text), \(failure.status)",
            detail: "\(path.text(on: site)) could not be \(action) because of \(place): \(words)"
                + (others > 0 ? " The same goes for \(others) more." : ""),
            isTransient: StatusMeaning.isTransient(failure.status))
    }

    func makeDirectoryDAV(_ directory: Path) throws(FileSystemError) {
        // Some servers say that they made what was there already; for others that is the same
        // answer as to what they cannot do.
        guard try entryDAV(at: directory) == nil, !directory.isRoot else {
            throw exists(directory)
        }
        let head = try change("MKCOL", directory, isDirectory: true, "made")
        guard head.isSuccess else { throw refusal(head, "made", directory) }
    }

    // MARK: Removing

    func removeFilesDAV(_ files: [Path]) -> [Result<Void, FileSystemError>] {
        let entries: [Entry?]
        do throws(FileSystemError) {
            entries = try detailsDAV(of: files)
        } catch {
            return files.map { _ in .failure(error) }
        }
        var known = zip(files, entries).makeIterator()
        return each(files) { file throws(FileSystemError) in
            guard let (_, entry) = known.next(), let entry else {
                throw self.missing(file, "removed")
            }
            // DELETE takes all that is in a collection with it.
            guard entry.kind != .directory else {
                throw FileSystemError(
                    .isDirectory, path: file,
                    detail: "\(file.text(on: self.site)) is a directory, and was not removed.")
            }
            try self.delete(file, isDirectory: false)
        }
    }

    func removeDirectoriesDAV(_ directories: [Path]) -> [Result<Void, FileSystemError>] {
        each(directories) { directory throws(FileSystemError) in
            let content = try self.listDAV(directory) { _ in }
            guard content.isEmpty else {
                throw FileSystemError(
                    .notEmpty, path: directory,
                    detail: "\(directory.text(on: self.site)) is not empty, and was not removed.")
            }
            try self.delete(directory, isDirectory: true)
        }
    }

    /// One after the other; after what ends the connection, the rest has failed as well.
    func each<Item>(
        _ items: [Item], _ body: (Item) throws(FileSystemError) -> Void
    ) -> [Result<Void, FileSystemError>] {
        var results: [Result<Void, FileSystemError>] = []
        for item in items {
            do throws(FileSystemError) {
                try body(item)
                results.append(.success(()))
            } catch {
                results.append(.failure(error))
                guard [.connection, .timeout, .cancelled, .login].contains(error.kind) else {
                    continue
                }
                let rest = items.count - results.count
                results += Array(repeating: .failure(error), count: rest)
                break
            }
        }
        return results
    }

    func delete(_ path: Path, isDirectory: Bool) throws(FileSystemError) {
        let head = try change("DELETE", path, isDirectory: isDirectory, "removed")
        guard head.isSuccess else { throw refusal(head, "removed", path) }
    }

    // MARK: Moving

    /// Never over a directory, which would go with all that is in it.
    func renameDAV(_ source: Path, to target: Path, replaces: Bool) throws(FileSystemError) {
        guard let entry = try entryDAV(at: source) else { throw missing(source, "renamed") }
        let isDirectory = entry.kind == .directory
        var head = try move(source, to: target, isDirectory: isDirectory, replaces: false)
        if head.status == 412, replaces, !isDirectory,
            try entryDAV(at: target)?.kind != .directory
        {
            head = try move(source, to: target, isDirectory: false, replaces: true)
        }
        if head.isSuccess { return }
        if head.status == 412 { throw exists(target) }
        if head.status == 409 {
            throw FileSystemError(
                .notFound, path: target, reply: head.text,
                detail: "\(source.text(on: site)) could not be renamed: "
                    + "\(target.parent.text(on: site)) is missing on \(host), or is no directory.")
        }
        throw refusal(head, "renamed", source)
    }

    /// MOVE (RFC 4918 section 9.9). Whatever is at the target goes first where it may be replaced,
    /// even a directory with all that is in it.
    func move(
        _ source: Path, to target: Path, isDirectory: Bool, replaces: Bool
    ) throws(FileSystemError) -> ResponseHead {
        let url = origin.url + RequestTarget.make(target, isDirectory: isDirectory)
        return try change(
            "MOVE", source, isDirectory: isDirectory,
            fields: [
                RequestField("Destination", url), RequestField("Overwrite", replaces ? "T" : "F"),
            ], "renamed")
    }

    // MARK: Times

    func setModifiedDAV(
        _ times: [(path: Path, time: Timestamp)]
    ) -> [Result<Void, FileSystemError>] {
        var rest = times[...]
        return each(times.map(\.path)) { path throws(FileSystemError) in
            guard let (_, time) = rest.popFirst() else { return }
            try self.setModified(time, of: path)
        }
    }

    private func setModified(_ time: Timestamp, of path: Path) throws(FileSystemError) {
        guard time.isZoned else {
            throw FileSystemError(
                .unsupported, path: path,
                detail: "The time of \(path.text(on: site)) has no zone, and was not set.")
        }
        if let property = memory.dav.timeProperty {
            guard try sets(time, of: path, property) else { throw unknown("set times", path) }
            return
        }
        for property in DAVTimeProperty.allCases {
            // Others would keep a property that they do not know.
            if property == .seconds, !memory.dav.isOwnCloud { continue }
            guard try sets(time, of: path, property) else { continue }
            // Some keep the property, and change nothing.
            guard try entryDAV(at: path)?.modified?.seconds == time.seconds else { continue }
            memory.dav.timeProperty = property
            return
        }
        memory.dav.timeProperty = DAVTimeProperty.none
        throw unknown("set times", path)
    }

    /// Whether the server says that it did (PROPPATCH, RFC 4918 section 9.2).
    private func sets(
        _ time: Timestamp, of path: Path, _ property: DAVTimeProperty
    ) throws(FileSystemError) -> Bool {
        guard let body = DAVBody.time(time.seconds, property) else { return false }
        let response = try send(
            Request(
                "PROPPATCH", path, fields: [DAVBody.type], body: .bytes(body), redirection: .give))
        guard response.head.status == 207 else {
            response.drain()
            if response.head.isSuccess { return true }
            guard [400, 403, 405, 409, 415, 422, 501].contains(response.head.status) else {
                throw refusal(response.head, "changed", path)
            }
            return false
        }
        let reader = try read(response, about: path, as: path, depth: 0)
        return reader.refusedProperties == nil && reader.failures.isEmpty
    }
}
