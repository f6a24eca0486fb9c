package import Files
import Web

extension HTTPFileSystem {
    package func create(
        _ file: Path, as id: PartID, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        guard creation.offset == 0 else { throw unresumable(file) }
        if isDAV { return try createDAV(file, as: id, creation) }
        // Nothing can be renamed by HTTP alone; most servers keep nothing of half a PUT.
        let part = Part(id: id, file: file, place: .inPlace)
        if let field = site.formField {
            return try FormSink(part, creation, field: field, on: self)
        }
        try checkPut(file)
        var fields = [
            RequestField(
                "Content-Type", (file.name.map { MediaType(fileNamed: $0) } ?? .bytes).text)
        ]
        if !creation.replaces { fields.append(RequestField("If-None-Match", "*")) }
        let request = Request(
            "PUT", file, fields: fields, body: .stream(length: creation.size),
            redirection: .give)
        return HTTPSink(try upload(request), part, creation, on: self)
    }

    /// Lets through what says that it takes PUT (RFC 9110 section 10.2.1).
    private func checkPut(_ file: Path) throws(FileSystemError) {
        if memory.takesPut ?? false { return }
        if memory.takesPut == nil {
            let response = try send(Request("OPTIONS", file, redirection: .give))
            response.drain()
            let allowed = response.head.values("allow").flatMap { $0.split(separator: ",") }
            memory.takesPut =
                response.head.isSuccess
                && allowed.contains { $0.filter { $0 != " " }.uppercased() == "PUT" }
        }
        guard memory.takesPut ?? false else {
            throw FileSystemError(
                .unsupported, path: file,
                detail: "\(file.text(on: site)) cannot be written: \(host) does not say that it "
                    + "takes files (PUT). Use dav:// or davs:// for a WebDAV server.")
        }
    }

    func exists(_ file: Path) -> FileSystemError {
        FileSystemError(
            .exists, path: file, detail: "\(file.text(on: site)) exists already on \(host).")
    }

    package func resume(
        _ part: Part, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        throw unresumable(part.file)
    }

    private func unresumable(_ file: Path) -> FileSystemError {
        FileSystemError(
            .unsupported, path: file,
            detail: "\(file.text(on: site)) cannot be resumed on \(host): HTTP sends files "
                + "whole; send it anew.")
    }

    package func discard(_ part: Part, root: Path?) throws(FileSystemError) {
        guard isDAV, !part.isInPlace else { return }
        do throws(FileSystemError) {
            try delete(part.path, isDirectory: false)
        } catch {
            guard error.kind == .notFound else { throw error }
        }
    }

    /// Compares sizes with what the server tells.
    package func commit(
        _ parts: [PendingCommit], note: (Part) throws(FileSystemError) -> Void
    ) -> CommitResults {
        if isDAV { return commitDAV(parts) }
        return eachPart(parts) { pending throws(FileSystemError) in try self.commitPut(pending) }
    }

    private func commitPut(_ pending: PendingCommit) throws(FileSystemError) -> Committed {
        let file = pending.part.file
        guard site.formField == nil else {
            return Committed(.none("\(host) does not tell where its form puts what it takes"))
        }
        let entry: Entry?
        do throws(FileSystemError) {
            entry = try self.entry(at: file)
        } catch {
            guard ![.connection, .timeout, .cancelled].contains(error.kind) else { throw error }
            return Committed(.none("\(host) does not tell its size (\(error.message))"))
        }
        return try confirmed(entry, pending)
    }

    /// What the server says that it has, against what was sent.
    func confirmed(
        _ entry: Entry?, _ pending: PendingCommit
    ) throws(FileSystemError) -> Committed {
        let file = pending.part.file
        let name = file.text(on: site)
        guard let entry else {
            throw FileSystemError(
                .truncated, path: file,
                detail: "\(host) took \(name), but does not have it now; send it again.",
                isTransient: true)
        }
        guard let size = entry.size else {
            return Committed(.none("\(host) does not tell its size"))
        }
        guard size == pending.size else {
            throw FileSystemError(
                .truncated, path: file,
                detail: "\(name) has \(size) bytes on the server, not \(pending.size); send it "
                    + "again.", isTransient: true)
        }
        return Committed(.sizeConfirmed)
    }

    /// One after the other; after what ends the connection, the rest has failed as well.
    func eachPart(
        _ parts: [PendingCommit],
        _ body: (PendingCommit) throws(FileSystemError) -> Committed
    ) -> CommitResults {
        var results: CommitResults = [:]
        var loss: FileSystemError?
        for pending in parts {
            if let loss {
                results[pending.part.id] = .failure(loss)
                continue
            }
            do throws(FileSystemError) {
                results[pending.part.id] = .success(try body(pending))
            } catch {
                results[pending.part.id] = .failure(error)
                if [.connection, .timeout, .cancelled, .login].contains(error.kind) {
                    loss = error
                }
            }
        }
        return results
    }
}
