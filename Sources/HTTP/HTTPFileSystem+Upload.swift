package import Files

extension HTTPFileSystem {
    package func create(
        _ file: Path, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        guard creation.offset == 0 else {
            throw FileSystemError(
                .unsupported, path: file,
                detail: "\(file.text(on: site)) cannot be resumed on \(host): HTTP sends files "
                    + "whole; send it anew.")
        }
        if isDAV { return try createDAV(file, creation) }
        if let field = site.formField {
            return try FormSink(of: file, creation, field: field, on: self)
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
        return HTTPSink(try upload(request), of: file, creation, on: self)
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

    /// What was not sent whole is not kept.
    package func partialSize(of file: Path, root: Path?) throws(FileSystemError) -> UInt64 { 0 }

    package func discard(_ file: Path, root: Path?) throws(FileSystemError) {
        if isDAV { try discardDAV(file) }
    }

    /// Compares sizes with what the server tells; one that tells nothing is believed.
    package func settle(_ files: [Settlement]) -> [Result<Void, FileSystemError>] {
        if isDAV { return settleDAV(files) }
        // Where a form puts what it takes, only its server knows.
        if site.formField != nil { return files.map { _ in .success(()) } }
        return each(files) { file throws(FileSystemError) in
            let entry: Entry?
            do throws(FileSystemError) {
                entry = try self.entry(at: file.path)
            } catch {
                guard [.connection, .timeout, .cancelled].contains(error.kind) else { return }
                throw error
            }
            let name = file.path.text(on: self.site)
            guard let entry else {
                throw FileSystemError(
                    .truncated, path: file.path,
                    detail: "\(self.host) took \(name), but does not have it now; send it again.",
                    isTransient: true)
            }
            if let size = entry.size, size != file.size {
                throw FileSystemError(
                    .truncated, path: file.path,
                    detail: "\(name) has \(size) bytes on the server, not \(file.size); send it "
                        + "again.", isTransient: true)
            }
        }
    }
}
