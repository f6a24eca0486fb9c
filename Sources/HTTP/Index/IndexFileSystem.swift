import Files
import Web
import Words

/// The files of a web server, as its index pages show them: read by GET, written by PUT where the
/// server says that it takes that. Belongs to one worker.
final class IndexFileSystem: PlainWebFileSystem {
    let client: HTTPClient
    private var lister: IndexLister
    private var lookup: EntryLookup
    private var putting: PutPermission

    init(_ client: HTTPClient) {
        self.client = client
        lister = IndexLister(client)
        lookup = EntryLookup(client)
        putting = PutPermission(client)
    }

    var capabilities: Capabilities { putting.isGranted ? .write : [] }

    func list(
        _ directory: Path, progress: (Int) -> Void
    ) throws(FileSystemError) -> Directory {
        try lister.list(directory, progress: progress)
    }

    func entry(at path: Path) throws(FileSystemError) -> Entry? {
        try lookup.find(path).entry
    }

    /// Under its own name: nothing can be renamed by HTTP alone, and most servers keep nothing of
    /// half a PUT.
    func create(
        _ file: Path, as id: PartID, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        guard creation.offset == 0 else { throw .unresumable(file, on: site) }
        if creation.placement == .besideOnly { throw .onlyInPlace(file, on: site) }
        try putting.demand(for: file)
        var fields = [
            RequestField(
                "Content-Type", (file.name.map { MediaType(fileNamed: $0) } ?? .bytes).text)
        ]
        if !creation.replaces { fields.append(RequestField("If-None-Match", "*")) }
        let upload = try client.upload(
            Request(
                "PUT", file, fields: fields, body: .stream(length: creation.size),
                redirection: .give))
        return PutSink(
            upload, Part(id: id, file: file, place: .inPlace), creation, on: client)
    }

    /// Compares sizes with what the server tells.
    func commit(
        _ parts: [PendingCommit], note: (Part) throws(FileSystemError) -> Void
    ) -> CommitResults {
        Batch.commit(parts) { pending throws(FileSystemError) in
            let entry: Entry?
            do throws(FileSystemError) {
                entry = try self.entry(at: pending.part.file)
            } catch {
                guard ![.connection, .timeout, .cancelled].contains(error.kind) else {
                    throw error
                }
                let why = tr("\(self.client.host) does not report its size (\(error.message))")
                return Committed(.none(why))
            }
            return try pending.confirmed(by: entry, on: self.site)
        }
    }
}
