import Files

/// What a server tells of one path by HEAD (RFC 9110 section 9.3.2), or where it does not answer
/// that, by GET for a first byte.
struct EntryLookup {
    /// What stands at a path.
    enum Found {
        case nothing
        case directory(Entry)
        case file(Entry)
        /// A file that is HTML, which may be a page made for whoever asks.
        case page(Entry)

        var entry: Entry? {
            switch self {
            case .nothing: nil
            case .directory(let entry), .file(let entry), .page(let entry): entry
            }
        }
    }

    private enum Method {
        case head
        /// After a 405 or 501.
        case get
    }

    private let client: HTTPClient
    private var method = Method.head

    init(_ client: HTTPClient) {
        self.client = client
    }

    mutating func find(_ path: Path) throws(FileSystemError) -> Found {
        let response = try ask(about: path)
        defer { response.drain() }
        if response.head.status == 404, let name = path.name {
            // Some servers know directories by their slash only.
            guard try isDirectory(path) else { return .nothing }
            return .directory(Entry(name: name, kind: .directory))
        }
        let found = try found(response, at: path)
        guard case .file(var entry) = found else { return found }
        if entry.size == nil, response.head.value("transfer-encoding") == nil {
            // Apache does not tell the length of what is empty.
            response.drain()
            entry.size = try sizeByPart(path)
        }
        return response.head.mediaType == "text/html" ? .page(entry) : .file(entry)
    }

    private mutating func ask(about path: Path) throws(FileSystemError) -> Response {
        if method == .head {
            let response = try client.send(Request("HEAD", path))
            guard [405, 501].contains(response.head.status) else { return response }
            response.drain()
            method = .get
        }
        return try client.send(EntryLookup.firstByte(of: path))
    }

    private static func firstByte(of path: Path) -> Request {
        Request("GET", path, fields: [RequestField("Range", "bytes=0-0")])
    }

    private func isDirectory(_ path: Path) throws(FileSystemError) -> Bool {
        let response = try client.send(
            Request(method == .head ? "HEAD" : "GET", path, isDirectory: true))
        response.drain()
        return response.head.isSuccess
    }

    private func sizeByPart(_ path: Path) throws(FileSystemError) -> UInt64? {
        let response = try client.send(EntryLookup.firstByte(of: path))
        defer { response.drain() }
        guard response.head.isSuccess || response.head.status == 416 else { return nil }
        return EntryLookup.size(response.head)
    }

    private func found(_ response: Response, at path: Path) throws(FileSystemError) -> Found {
        let head = response.head
        if [404, 410].contains(head.status) { return .nothing }
        guard head.isSuccess || head.status == 416 else {
            throw client.refusal(head, .examine, path)
        }
        let given =
            client.site[SiteURL.query] != nil || path.isRoot
            ? head.bytes("content-disposition").flatMap { ContentDisposition.fileName($0) }.flatMap
            { Name($0) } : nil
        guard let name = given ?? path.name else { return .nothing }
        // A server leads to a directory's own URL, which ends in a slash.
        let place = RequestTarget.path(of: response.destination.target)
        if given == nil, place.isDirectory {
            return .directory(Entry(name: name, kind: .directory, modified: head.modified))
        }
        return .file(
            Entry(
                name: name, kind: .file, size: EntryLookup.size(head), modified: head.modified))
    }

    /// The whole file's size, of an answer to HEAD, or to GET for a first byte.
    private static func size(_ head: ResponseHead) -> UInt64? {
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
