import Files
import Words

/// A web server's upload form as a file system: a file goes out as a form of one part (RFC 7578) to
/// the URL where a directory would stand; all else is as on an index. Belongs to one worker.
final class FormFileSystem: PlainWebFileSystem {
    let client: HTTPClient
    /// The form's field that takes files.
    private let field: String
    private var lister: IndexLister
    private var lookup: EntryLookup

    init(_ client: HTTPClient, field: String) {
        self.client = client
        self.field = field
        lister = IndexLister(client)
        lookup = EntryLookup(client)
    }

    var capabilities: Capabilities { .write }

    func list(
        _ directory: Path, progress: (Int) -> Void
    ) throws(FileSystemError) -> Directory {
        do throws(FileSystemError) {
            return try lister.list(directory, progress: progress)
        } catch {
            // A form that shows no files holds none, as far as one can tell.
            guard error.kind == .unsupported else { throw error }
            return Directory()
        }
    }

    func entry(at path: Path) throws(FileSystemError) -> Entry? {
        let found = try lookup.find(path)
        guard case .page = found, let name = path.name else { return found.entry }
        // A form's page stands where a directory would, and files go into it; behind it, whatever
        // its server answers is no file that could be in the way.
        if !path.parent.isRoot, case .page = try lookup.find(path.parent) { return nil }
        return Entry(name: name, kind: .directory)
    }

    func create(
        _ file: Path, as id: PartID, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        guard creation.offset == 0 else { throw .unresumable(file, on: site) }
        if creation.placement == .besideOnly { throw .onlyInPlace(file, on: site) }
        let part = Part(id: id, file: file, place: .inPlace)
        return try FormSink(part, creation, field: field, on: client)
    }

    func commit(
        _ parts: [PendingCommit], note: (Part) throws(FileSystemError) -> Void
    ) -> CommitResults {
        Batch.commit(parts) { _ throws(FileSystemError) in
            Committed(.none(tr("\(client.host) does not report where its form stores files")))
        }
    }
}
