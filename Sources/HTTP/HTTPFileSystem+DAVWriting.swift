import Files

extension HTTPFileSystem {
    private static let partEnding = Array(".ferry-part".utf8)
    /// Bytes that most servers' disks take in a name.
    private static let nameLimit = 255
    /// Files above this size are looked for before they are sent where they must be new.
    private static let askingSize: UInt64 = 256 << 10

    /// Writes under another name first, where the server can rename: some write into the file
    /// itself, and half of it would be all that is left of both versions.
    func createDAV(
        _ file: Path, _ creation: Creation
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
        let place = try takesMove(in: file.parent) ? part(of: file, name) : file
        var fields = [RequestField("Content-Type", MediaType(fileNamed: name).text)]
        if place == file, !creation.replaces { fields.append(RequestField("If-None-Match", "*")) }
        if let modified = creation.modified, modified.isZoned {
            // ownCloud and its kin take it; the others pass over it.
            fields.append(RequestField("X-OC-Mtime", String(modified.seconds)))
        }
        let request = Request(
            "PUT", place, fields: fields, body: .stream(length: creation.size),
            redirection: .give)
        let sink = HTTPSink(try upload(request), of: file, creation, on: self)
        memory.dav.parts[file] = place
        memory.dav.timed.remove(file)
        sink.answered = { [unowned self] head in
            let isKin = ["oc-etag", "oc-fileid", "x-oc-mtime"].contains { head.value($0) != nil }
            if isKin { memory.dav.isOwnCloud = true }
            if head.value("x-oc-mtime")?.lowercased() == "accepted" {
                memory.dav.timed.insert(file)
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

    private func part(of file: Path, _ name: Name) -> Path {
        let bytes = name.bytes + HTTPFileSystem.partEnding
        guard bytes.count <= HTTPFileSystem.nameLimit, let part = Name(bytes) else { return file }
        return file.parent.appending(part)
    }

    func discardDAV(_ file: Path) throws(FileSystemError) {
        let place = memory.dav.parts.removeValue(forKey: file)
        guard let name = file.name else { return }
        let part = part(of: file, name)
        guard part != file, place ?? part == part else { return }
        do throws(FileSystemError) {
            try delete(part, isDirectory: false)
        } catch {
            guard error.kind == .notFound else { throw error }
        }
    }

    func settleDAV(_ files: [Settlement]) -> [Result<Void, FileSystemError>] {
        let places = files.map { memory.dav.parts[$0.path] ?? $0.path }
        let entries: [Entry?]
        do throws(FileSystemError) {
            entries = try detailsDAV(of: places)
        } catch {
            return files.map { _ in .failure(error) }
        }
        return each(Array(files.indices)) { index throws(FileSystemError) in
            try self.settle(files[index], at: places[index], entries[index])
        }
    }

    private func settle(
        _ file: Settlement, at place: Path, _ entry: Entry?
    ) throws(FileSystemError) {
        let name = file.path.text(on: site)
        guard let entry else {
            throw FileSystemError(
                .truncated, path: file.path,
                detail: "\(host) took \(name), but does not have it now; send it again.",
                isTransient: true)
        }
        if let size = entry.size, size != file.size {
            throw FileSystemError(
                .truncated, path: file.path,
                detail: "\(name) has \(size) bytes on the server, not \(file.size); send it again.",
                isTransient: true)
        }
        if place != file.path { try bringHome(file, from: place) }
        memory.dav.parts.removeValue(forKey: file.path)
        let isTimed = memory.dav.timed.remove(file.path) != nil
        if !isTimed, let time = file.creation.modified,
            memory.dav.timeProperty != DAVTimeProperty.none
        {
            // The bytes are safe, so a time that is not taken is no failure of theirs.
            if case .failure(let error)? = setModifiedDAV([(file.path, time)]).first,
                [.connection, .timeout, .cancelled].contains(error.kind)
            {
                throw error
            }
        }
    }

    /// Gives a whole file its name.
    private func bringHome(_ file: Settlement, from part: Path) throws(FileSystemError) {
        var head = try move(part, to: file.path, isDirectory: false, replaces: false)
        if head.status == 412 {
            guard file.creation.replaces else {
                try discardDAV(file.path)
                throw exists(file.path)
            }
            // A directory would be replaced with all that is in it.
            if try entryDAV(at: file.path)?.kind == .directory {
                try discardDAV(file.path)
                throw FileSystemError(
                    .isDirectory, path: file.path,
                    detail: "\(file.path.text(on: site)) is a directory on \(host), and was not "
                        + "replaced by a file.")
            }
            head = try move(part, to: file.path, isDirectory: false, replaces: true)
        }
        guard !head.isSuccess else { return }
        guard [405, 501].contains(head.status) else {
            throw refusal(head, "written", file.path)
        }
        memory.dav.takesMove = false
        try discardDAV(file.path)
        throw FileSystemError(
            .other, path: file.path, reply: head.text,
            detail: "\(file.path.text(on: site)) was not written: \(host) cannot rename files; "
                + "send it again, and it goes straight to its name.", isTransient: true)
    }
}
