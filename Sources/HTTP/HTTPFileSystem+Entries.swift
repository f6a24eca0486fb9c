package import Files

extension HTTPFileSystem {
    /// HTTP has no session to begin: what is wrong is told by the first request.
    package func home() throws(FileSystemError) -> Path {
        try client.beginOperation()
        return .root
    }

    package func entry(at path: Path) throws(FileSystemError) -> Entry? {
        if isDAV { return try entryDAV(at: path) }
        let (entry, isPage) = try lookUp(path)
        guard site.formField != nil, isPage, let name = path.name else { return entry }
        // A form's page stands where a directory would, and files go into it; behind it, whatever
        // its server answers is no file that could be in the way.
        if !path.parent.isRoot, try lookUp(path.parent).isPage { return nil }
        return Entry(name: name, kind: .directory)
    }

    private func lookUp(
        _ path: Path
    ) throws(FileSystemError) -> (entry: Entry?, isPage: Bool) {
        let response = try ask(about: path)
        defer { response.drain() }
        if response.head.status == 404, let name = path.name {
            // Some servers know directories by their slash only.
            return (try isDirectory(path) ? Entry(name: name, kind: .directory) : nil, false)
        }
        var entry = try entry(response, at: path)
        let isFile = entry?.kind == .file
        if isFile, entry?.size == nil, response.head.value("transfer-encoding") == nil {
            // Apache does not tell the length of what is empty.
            response.drain()
            entry?.size = try sizeByPart(path)
        }
        return (entry, isFile && response.head.mediaType == "text/html")
    }

    private func isDirectory(_ path: Path) throws(FileSystemError) -> Bool {
        let response = try send(
            Request(memory.answersHead ? "HEAD" : "GET", path, isDirectory: true))
        response.drain()
        return response.head.isSuccess
    }

    private func sizeByPart(_ path: Path) throws(FileSystemError) -> UInt64? {
        let response = try send(
            Request("GET", path, fields: [RequestField("Range", "bytes=0-0")]))
        defer { response.drain() }
        guard response.head.isSuccess || response.head.status == 416 else { return nil }
        return size(response.head)
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
        guard head.isSuccess || head.status == 416 else {
            throw refusal(head, "looked up", path)
        }
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
        return Entry(name: name, kind: .file, size: size(head), modified: head.modified)
    }

    /// The whole file's size, of an answer to HEAD, or to GET for a first byte.
    private func size(_ head: ResponseHead) -> UInt64? {
        switch head.status {
        // An empty file has no first byte.
        case 416: return 0
        case 206:
            guard let text = head.value("content-range"),
                case .part(_, _, let total) = ContentRange(text)
            else { return nil }
            return total
        default: return head.contentLength
        }
    }
}
