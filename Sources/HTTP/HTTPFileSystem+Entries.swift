package import Files

extension HTTPFileSystem {
    /// HTTP has no session to begin: what is wrong is told by the first request.
    package func home() throws(FileSystemError) -> Path {
        try beginOperation()
        return .root
    }

    package func entry(at path: Path) throws(FileSystemError) -> Entry? {
        if isDAV { return try entryDAV(at: path) }
        let response = try ask(about: path)
        defer { response.drain() }
        return try entry(response, at: path)
    }

    package func details(of files: [Path]) throws(FileSystemError) -> [Entry?] {
        if isDAV { return try detailsDAV(of: files) }
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

    /// The head of the file: by HEAD, or where the server does not answer that, by GET.
    private func ask(about path: Path) throws(FileSystemError) -> Response {
        if memory.answersHead {
            let response = try send(Request("HEAD", path))
            guard [405, 501].contains(response.head.status) else { return response }
            response.drain()
            memory.answersHead = false
        }
        return try send(
            Request("GET", path, fields: [RequestField("Range", "bytes=0-0")]))
    }

    private func entry(_ response: Response, at path: Path) throws(FileSystemError) -> Entry? {
        let head = response.head
        if [404, 410].contains(head.status) { return nil }
        // An empty file has no first byte.
        let isEmpty = head.status == 416
        guard head.isSuccess || isEmpty else { throw refusal(head, "looked up", path) }
        let given =
            site.query != nil || path.isRoot
            ? head.bytes("content-disposition").flatMap { ContentDisposition.fileName($0) }.flatMap
            { Name($0) } : nil
        guard let name = given ?? path.name else { return nil }
        // A server leads to a directory's own URL, which ends in a slash.
        let found = RequestTarget.path(of: response.destination.target)
        if given == nil, found.isDirectory {
            return Entry(name: name, kind: .directory, modified: head.modified)
        }
        var size = isEmpty ? 0 : head.contentLength
        if head.status == 206 {
            size = nil
            if let text = head.value("content-range"),
                case .part(_, _, let total) = ContentRange(text)
            {
                size = total
            }
        }
        return Entry(name: name, kind: .file, size: size, modified: head.modified)
    }
}
