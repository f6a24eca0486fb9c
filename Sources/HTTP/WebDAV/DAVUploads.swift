import Files
import Web
import Words

/// Uploads to a WebDAV server, from the part's first byte until the file has its name and its time.
/// Belongs to one worker.
final class DAVUploads {
    /// Bytes of a file that is looked for before it is sent where it must be new.
    private static let askingSize: UInt64 = 256 << 10

    private let client: HTTPClient
    private let lookup: PropertyLookup
    private let methods: DAVMethods
    private let times: TimeSetter
    private var placement: PartPlacement
    /// Parts whose time the server took along with their bytes.
    private var timed: Set<PartID> = []

    init(_ client: HTTPClient, _ lookup: PropertyLookup, _ methods: DAVMethods, _ times: TimeSetter)
    {
        self.client = client
        self.lookup = lookup
        self.methods = methods
        self.times = times
        placement = PartPlacement(client)
    }

    private var site: Site { client.site }

    // MARK: The bytes

    /// As `FileSystem.create`.
    func create(
        _ file: Path, as id: PartID, _ creation: Creation
    ) throws(FileSystemError) -> PutSink {
        guard let name = file.name else {
            throw FileSystemError(
                .isDirectory, path: file, detail: tr("\(file.text(on: site)) is a directory."))
        }
        if !creation.replaces, creation.size ?? .max > DAVUploads.askingSize,
            try lookup.entry(at: file) != nil
        {
            throw .exists(file, on: site)
        }
        let choice = try placement.choose(for: file, as: id, creation.placement)
        if creation.placement == .besideOnly, choice != .beside {
            throw .onlyInPlace(file, on: site)
        }
        let part = Part(
            id: id, file: file, place: choice == .beside ? .beside(id.name) : .inPlace)
        let upload = try client.upload(
            Request(
                "PUT", part.path,
                fields: DAVUploads.fields(of: part, MediaType(fileNamed: name), creation),
                body: .stream(length: creation.size), redirection: .give))
        timed.remove(id)
        return PutSink(upload, part, creation, on: client, remark: remark(on: choice)) { head in
            self.placement.confirm(choice)
            self.times.learn(from: head)
            if head.value("x-oc-mtime")?.lowercased() == "accepted" { self.timed.insert(id) }
        }
    }

    // MARK: Bytes that are there already

    /// Whether the server may copy files by itself, as far as is known.
    private(set) var copies = true
    /// Times in a row that it did not, for reasons that may be one file's.
    private var refusedCopies = 0
    /// From so many on it is taken for the server's way.
    private static let mostRefusedCopies = 3

    /// Bytes a second that a server copies at least: it says nothing until all are there.
    private static let pace = 4_000_000.0

    /// As `CopyingOnSite.copyOnSite`: COPY to the part's name, which is nobody else's.
    func copy(
        _ file: Path, size: UInt64, to target: Path, as id: PartID
    ) throws(FileSystemError) -> Part? {
        guard copies else { return nil }
        let choice = try placement.choose(for: target, as: id, .beside)
        guard choice == .beside else {
            copies = false
            return nil
        }
        let part = Part(id: id, file: target, place: .beside(id.name))
        let idle = client.idle
        client.idle += Double(size) / DAVUploads.pace
        defer { client.idle = idle }
        let head: ResponseHead
        do throws(FileSystemError) {
            head = try methods.copy(file, to: part.path, isDirectory: false)
        } catch {
            // Whether it took too long or broke the connection: the next try goes without it.
            if error.endsConnection {
                copies = false
                throw error
            }
            return nil
        }
        guard head.isSuccess else {
            refusedCopies += 1
            if [405, 501].contains(head.status) || refusedCopies >= DAVUploads.mostRefusedCopies {
                copies = false
            }
            // What there may be of the part, the bytes that come instead replace.
            return nil
        }
        refusedCopies = 0
        placement.confirm(choice)
        timed.remove(id)
        return part
    }

    /// Whether the server may copy directories by itself, as far as is known.
    private(set) var copiesTrees = true

    /// Files a second that it copies at least.
    private static let filePace = 100.0

    /// As `CopyingTrees.copyTree`: COPY to the part's name, which is nobody else's.
    func copyTree(
        _ directory: Path, files: Int, bytes: UInt64, into part: Part
    ) throws(FileSystemError) -> TreeCopy {
        guard copiesTrees else { return .impossible }
        guard try placement.choose(for: part.file, as: part.id, .beside) == .beside else {
            copiesTrees = false
            return .impossible
        }
        // The trial may have left an empty file, which some do not replace by a directory.
        try discard(part)
        let idle = client.idle
        client.idle += Double(bytes) / DAVUploads.pace + Double(files) / DAVUploads.filePace
        defer { client.idle = idle }
        let head = try methods.copy(directory, to: part.path, isDirectory: true)
        if [405, 501].contains(head.status) { copiesTrees = false }
        // One that goes on with it later says so by 202.
        guard head.isSuccess, head.status != 202 else { return .refused }
        times.learn(from: head)
        return .copied
    }

    private static func fields(
        of part: Part, _ type: MediaType, _ creation: Creation
    ) -> [RequestField] {
        var fields = [RequestField("Content-Type", type.text)]
        if part.isInPlace, !creation.replaces { fields.append(RequestField("If-None-Match", "*")) }
        if let modified = creation.modified, modified.isZoned {
            // ownCloud and its kin take it; the others pass over it.
            fields.append(RequestField("X-OC-Mtime", String(modified.seconds)))
        }
        return fields
    }

    private func remark(on choice: PartPlacement.Choice) -> String? {
        guard case .forced(let obstacle) = choice else { return nil }
        return obstacle.remark(on: client.host)
    }

    // MARK: Commit and discard

    /// As `FileSystem.commit`.
    func commit(_ parts: [PendingCommit]) -> CommitResults {
        let found: Result<[Path: Entry], FileSystemError> = Result {
            () throws(FileSystemError) in try lookup.entries(of: parts.map(\.part.path))
        }
        return Batch.commit(parts) { pending throws(FileSystemError) in
            let entry = try found.get()[pending.part.path]
            let committed = try pending.confirmed(by: entry, on: site)
            if !pending.part.isInPlace { try rename(pending) }
            try setTime(of: pending)
            return committed
        }
    }

    /// As `FileSystem.discard`; of a directory that was copied under that name, too.
    func discard(_ part: Part) throws(FileSystemError) {
        guard !part.isInPlace else { return }
        do throws(FileSystemError) {
            try methods.delete(part.path, isDirectory: false)
        } catch {
            guard error.kind != .notFound else { return }
            // Some take a directory's name with a slash behind it only.
            guard !error.endsConnection, try lookup.entry(at: part.path)?.kind == .directory else {
                throw error
            }
            try methods.delete(part.path, isDirectory: true)
        }
    }

    /// Gives a whole file its name.
    private func rename(_ pending: PendingCommit) throws(FileSystemError) {
        let (part, file) = (pending.part.path, pending.part.file)
        var head = try methods.move(part, to: file, isDirectory: false, replaces: false)
        if head.status == 412 {
            guard pending.creation.replaces else { throw .exists(file, on: site) }
            // A directory would be replaced with all that is in it.
            if try lookup.entry(at: file)?.kind == .directory {
                throw FileSystemError(
                    .isDirectory, path: file,
                    detail: tr(
                        "\(file.text(on: site)) is a directory on \(client.host) and was not "
                            + "replaced by a file."))
            }
            head = try methods.move(part, to: file, isDirectory: false, replaces: true)
        }
        guard !head.isSuccess else { return }
        guard [405, 501].contains(head.status) else { throw client.refusal(head, .write, file) }
        placement.noteFailedMove()
        throw FileSystemError(
            .other, path: file, reply: head.text,
            detail: tr(
                "\(file.text(on: site)) was not written: \(client.host) cannot rename files. "
                    + "Send it again; Ferry then writes directly to its name."), isTransient: true)
    }

    /// The bytes are safe, so a time that is not taken is no failure of theirs.
    private func setTime(of pending: PendingCommit) throws(FileSystemError) {
        let isTimed = timed.remove(pending.part.id) != nil
        guard !isTimed, let time = pending.creation.modified, times.isWorthTrying else { return }
        do throws(FileSystemError) {
            try times.set(time, of: pending.part.file)
        } catch {
            guard [.connection, .timeout, .cancelled].contains(error.kind) else { return }
            throw error
        }
    }
}
