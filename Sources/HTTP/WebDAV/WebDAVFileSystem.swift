import Files
import Words

/// The files of a WebDAV server (RFC 4918). Belongs to one worker.
final class WebDAVFileSystem: WebFileSystem, SettingTimes, TellingSpace, CopyingOnSite,
    CopyingTrees, LeavingOutNames
{
    /// WebDAV knows no links.
    let unlistedNames: UnlistedNames? = .linkNature

    let client: HTTPClient
    private let lookup: PropertyLookup
    private let methods: DAVMethods
    private let times: TimeSetter
    private let uploads: DAVUploads

    init(_ client: HTTPClient) {
        self.client = client
        lookup = PropertyLookup(client: client)
        methods = DAVMethods(client: client, lookup: lookup)
        times = TimeSetter(client, lookup)
        uploads = DAVUploads(client, lookup, methods, times)
    }

    var capabilities: Capabilities {
        times.isSupported ? [.write, .exactTimes, .setModified] : [.write, .exactTimes]
    }

    /// A server tells by which property it takes them only when one is set.
    var setsTimes: Bool { times.isWorthTrying }

    // MARK: Reading

    func list(
        _ directory: Path, progress: (Int) -> Void
    ) throws(FileSystemError) -> Directory {
        try lookup.list(directory, progress: progress)
    }

    func entry(at path: Path) throws(FileSystemError) -> Entry? {
        try lookup.entry(at: path)
    }

    func details(of files: [Path]) throws(FileSystemError) -> [Entry?] {
        let found = try lookup.entries(of: files)
        return files.map { found[$0] }
    }

    func space(
        at directory: Path
    ) throws(FileSystemError) -> (free: UInt64, total: UInt64)? {
        try lookup.space(at: directory)
    }

    // MARK: Writing

    func create(
        _ file: Path, as id: PartID, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        guard creation.offset == 0 else { throw .unresumable(file, on: site) }
        return try uploads.create(file, as: id, creation)
    }

    var copiesOnSite: Bool { uploads.copies }

    /// One exchange instead of two, whatever the size.
    var leastOnSite: UInt64 { 1 }

    func copyOnSite(
        _ file: Path, size: UInt64, to target: Path, as id: PartID, _ creation: Creation
    ) throws(FileSystemError) -> Part? {
        try uploads.copy(file, size: size, to: target, as: id)
    }

    var copiesTrees: Bool { uploads.copiesTrees }

    func copyTree(
        _ directory: Path, files: Int, bytes: UInt64, into part: Part
    ) throws(FileSystemError) -> TreeCopy {
        try uploads.copyTree(directory, files: files, bytes: bytes, into: part)
    }

    func commit(
        _ parts: [PendingCommit], note: (Part) throws(FileSystemError) -> Void
    ) -> CommitResults {
        uploads.commit(parts)
    }

    func discard(_ part: Part, root: Path?) throws(FileSystemError) {
        try uploads.discard(part)
    }

    func setModified(
        _ times: [(path: Path, time: Timestamp)]
    ) -> [Result<Void, FileSystemError>] {
        Batch.results(times) { item throws(FileSystemError) in
            try self.times.set(item.time, of: item.path)
        }
    }

    // MARK: Directories, removing and renaming

    func makeDirectory(
        _ directory: Path, mode: UInt16?, root: Path?
    ) throws(FileSystemError) {
        // Some servers say that they made what was there already; for others that is the same
        // answer as to what they cannot do.
        guard try lookup.entry(at: directory) == nil, !directory.isRoot else {
            throw .exists(directory, on: site)
        }
        try methods.makeCollection(directory)
    }

    func removeFiles(_ files: [Path], root: Path?) -> [Result<Void, FileSystemError>] {
        let found: Result<[Path: Entry], FileSystemError> = Result {
            () throws(FileSystemError) in try lookup.entries(of: files)
        }
        return Batch.results(files) { file throws(FileSystemError) in
            guard let entry = try found.get()[file] else {
                throw .missing(file, .delete, on: site)
            }
            // DELETE takes all that is in a collection with it.
            guard entry.kind != .directory else {
                throw FileSystemError(
                    .isDirectory, path: file,
                    detail: tr("\(file.text(on: site)) is a directory and was not deleted."))
            }
            try methods.delete(file, isDirectory: false)
        }
    }

    func removeDirectories(
        _ directories: [Path], root: Path?
    ) -> [Result<Void, FileSystemError>] {
        Batch.results(directories) { directory throws(FileSystemError) in
            let content = try lookup.list(directory) { _ in }
            guard content.isEmpty else {
                throw FileSystemError(
                    .notEmpty, path: directory,
                    detail: tr("\(directory.text(on: site)) is not empty and was not deleted."))
            }
            // DELETE takes along what the listing does not show.
            guard content.isWhole else { throw FileSystemError.unlisted(directory, on: site) }
            try methods.delete(directory, isDirectory: true)
        }
    }

    /// Never over a directory, which would go with all that is in it.
    func rename(
        _ source: Path, to target: Path, replacement: RenameReplacement?
    ) throws(FileSystemError) {
        guard let entry = try lookup.entry(at: source) else {
            throw .missing(source, .rename, on: site)
        }
        let isDirectory = entry.kind == .directory
        var head = try methods.move(source, to: target, isDirectory: isDirectory, replaces: false)
        if head.status == 412, replacement != nil, !isDirectory,
            try lookup.entry(at: target)?.kind != .directory
        {
            head = try methods.move(source, to: target, isDirectory: false, replaces: true)
        }
        if head.isSuccess { return }
        if head.status == 412 { throw .exists(target, on: site) }
        if head.status == 409 {
            throw FileSystemError(
                .notFound, path: target, reply: head.text,
                detail: tr(
                    "\(source.text(on: site)) could not be renamed: "
                        + "\(target.parent.text(on: site)) is missing on \(client.host) or is not "
                        + "a directory."))
        }
        throw client.refusal(head, .rename, source)
    }
}
