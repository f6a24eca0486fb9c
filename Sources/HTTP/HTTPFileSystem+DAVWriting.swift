import Files
import Web

extension HTTPFileSystem {
    /// Files above this size are looked for before they are sent where they must be new.
    private static let askingSize: UInt64 = 256 << 10

    /// Writes under another name first, where the server can rename: some write into the file
    /// itself, and half of it would be all that is left of both versions.
    func createDAV(
        _ file: Path, as id: PartID, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        guard let name = file.name else {
            throw FileSystemError(
                .isDirectory, path: file, detail: "\(file.text(on: site)) is a directory.")
        }
        if !creation.replaces, creation.size ?? .max > HTTPFileSystem.askingSize,
            try entryDAV(at: file) != nil
        {
            throw exists(file)
        }
        var isBeside = false
        var isRefused = false
        var remark: String?
        if creation.placement == .beside {
            if try takesMove(in: file.parent) {
                isBeside = try takesPart(id, beside: file)
                isRefused = !isBeside
            }
            let reason = isRefused ? "takes no hidden names" : "cannot rename files"
            if !isBeside { remark = "Written in place, because \(host) \(reason)." }
        }
        let part = Part(id: id, file: file, place: isBeside ? .beside(id.name) : .inPlace)
        var fields = [RequestField("Content-Type", MediaType(fileNamed: name).text)]
        if part.isInPlace, !creation.replaces { fields.append(RequestField("If-None-Match", "*")) }
        if let modified = creation.modified, modified.isZoned {
            // ownCloud and its kin take it; the others pass over it.
            fields.append(RequestField("X-OC-Mtime", String(modified.seconds)))
        }
        let request = Request(
            "PUT", part.path, fields: fields, body: .stream(length: creation.size),
            redirection: .give)
        let sink = HTTPSink(try upload(request), part, creation, on: self)
        sink.remark = remark
        memory.dav.timed.remove(id)
        sink.answered = { [unowned self] head in
            // Where it is written in place without a fault, it was the part that was not wanted.
            if isRefused { memory.dav.takesParts = false }
            let isKin = ["oc-etag", "oc-fileid", "x-oc-mtime"].contains { head.value($0) != nil }
            if isKin { memory.dav.isOwnCloud = true }
            if head.value("x-oc-mtime")?.lowercased() == "accepted" {
                memory.dav.timed.insert(id)
            }
        }
        return sink
    }

    /// Whether files can be renamed there, by what OPTIONS says (RFC 9110 section 9.3.7).
    private func takesMove(in directory: Path) throws(FileSystemError) -> Bool {
        if let known = memory.dav.takesMove { return known }
        let response = try send(Request("OPTIONS", directory, isDirectory: true))
        response.drain()
        let allowed = response.head.values("allow").flatMap { $0.split(separator: ",") }
            .map { $0.filter { $0 != " " }.uppercased() }
        // A directory that is missing tells nothing of the others.
        guard response.head.isSuccess else { return true }
        let takesMove = allowed.isEmpty || allowed.contains("MOVE")
        memory.dav.takesMove = takesMove
        return takesMove
    }

    /// Whether a part may lie beside the file: many servers refuse names that begin with a dot. Found
    /// out with an empty one, not after all the bytes.
    private func takesPart(
        _ id: PartID, beside file: Path
    ) throws(FileSystemError) -> Bool {
        if let known = memory.dav.takesParts { return known }
        let part = Part(id: id, file: file, place: .beside(id.name))
        let response = try send(
            Request("PUT", part.path, body: .bytes([]), redirection: .give))
        response.drain()
        guard [400, 403, 404, 405, 409, 415, 422].contains(response.head.status) else {
            if response.head.isSuccess { memory.dav.takesParts = true }
            return true
        }
        return false
    }

    func commitDAV(_ parts: [PendingCommit]) -> CommitResults {
        let places = parts.map(\.part.path)
        let entries: [Entry?]
        do throws(FileSystemError) {
            entries = try detailsDAV(of: places)
        } catch {
            return eachPart(parts) { _ throws(FileSystemError) in throw error }
        }
        var found: [Path: Entry] = [:]
        for (index, place) in places.enumerated() where entries.indices.contains(index) {
            found[place] = entries[index]
        }
        return eachPart(parts) { pending throws(FileSystemError) in
            let committed = try self.confirmed(found[pending.part.path], pending)
            try self.name(pending)
            return committed
        }
    }

    private func name(_ pending: PendingCommit) throws(FileSystemError) {
        let file = pending.part.file
        if !pending.part.isInPlace { try bringHome(pending) }
        let isTimed = memory.dav.timed.remove(pending.part.id) != nil
        if !isTimed, let time = pending.creation.modified,
            memory.dav.timeProperty != DAVTimeProperty.none
        {
            // The bytes are safe, so a time that is not taken is no failure of theirs.
            if case .failure(let error)? = setModifiedDAV([(file, time)]).first,
                [.connection, .timeout, .cancelled].contains(error.kind)
            {
                throw error
            }
        }
    }

    /// Gives a whole file its name.
    private func bringHome(_ pending: PendingCommit) throws(FileSystemError) {
        let (part, file) = (pending.part.path, pending.part.file)
        var head = try move(part, to: file, isDirectory: false, replaces: false)
        if head.status == 412 {
            guard pending.creation.replaces else { throw exists(file) }
            // A directory would be replaced with all that is in it.
            if try entryDAV(at: file)?.kind == .directory {
                throw FileSystemError(
                    .isDirectory, path: file,
                    detail: "\(file.text(on: site)) is a directory on \(host), and was not "
                        + "replaced by a file.")
            }
            head = try move(part, to: file, isDirectory: false, replaces: true)
        }
        guard !head.isSuccess else { return }
        guard [405, 501].contains(head.status) else { throw refusal(head, "written", file) }
        memory.dav.takesMove = false
        throw FileSystemError(
            .other, path: file, reply: head.text,
            detail: "\(file.text(on: site)) was not written: \(host) cannot rename files; "
                + "send it again, and it goes straight to its name.", isTransient: true)
    }
}
