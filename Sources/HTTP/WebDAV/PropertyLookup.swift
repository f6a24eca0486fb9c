import Files
import Web
import Words

/// What a WebDAV server says of its resources: PROPFIND (RFC 4918 section 9.1).
struct PropertyLookup {
    /// Files of one directory of which it is cheaper to list it than to ask for each.
    private static let crowd = 16

    let client: HTTPClient

    private var site: Site { client.site }
    private var host: String { client.host }

    // MARK: Listing and looking up

    /// What is in a collection, with exact sizes and times.
    func list(
        _ directory: Path, progress: (Int) -> Void
    ) throws(FileSystemError) -> Directory {
        guard
            let reader = try propfind(
                directory, isDirectory: true, depth: 1, .list, progress: progress)
        else { throw .missing(directory, .list, on: site) }
        guard reader.own?.isCollection ?? true else {
            throw FileSystemError(
                .notDirectory, path: directory,
                detail: tr("\(directory.text(on: site)) is a file on \(host), not a directory."))
        }
        let listing = reader.builder.directory
        guard reader.own != nil || !listing.isEmpty else {
            throw FileSystemError(
                .protocolViolation, path: directory,
                detail: tr(
                    "The answer from \(host) about \(directory.text(on: site)) describes "
                        + "other files."))
        }
        return listing
    }

    /// What `path` is; nil where there is nothing of that name.
    func entry(at path: Path) throws(FileSystemError) -> Entry? {
        guard let name = path.name,
            let reader = try propfind(path, isDirectory: false, depth: 0, .examine),
            let own = reader.own
        else { return nil }
        let isDirectory = own.isCollection ?? false
        return Entry(
            name: name, kind: isDirectory ? .directory : .file,
            size: isDirectory ? nil : own.size, modified: own.modified)
    }

    /// The entries of those files of which one could be learnt, under their paths.
    func entries(of files: [Path]) throws(FileSystemError) -> [Path: Entry] {
        var found: [Path: Entry] = [:]
        let groups = Dictionary(grouping: files.indices) { files[$0].parent }
        for (parent, indices) in groups.sorted(by: { $0.value[0] < $1.value[0] }) {
            guard indices.count >= PropertyLookup.crowd else {
                for index in indices {
                    if let entry = try knownEntry(at: files[index]) { found[files[index]] = entry }
                }
                continue
            }
            guard let reader = try propfind(parent, isDirectory: true, depth: 1, .examine)
            else { continue }
            var wanted: [Name: Path] = [:]
            for index in indices {
                if let name = files[index].name { wanted[name] = files[index] }
            }
            let listing = reader.builder.directory
            for index in listing.records.indices {
                guard let name = Name(listing.nameBytes(at: index)), let path = wanted[name]
                else { continue }
                found[path] = listing.entry(at: index)
            }
        }
        return found
    }

    /// The entry; nil where it cannot be learnt, unless the connection is at fault.
    private func knownEntry(at path: Path) throws(FileSystemError) -> Entry? {
        do throws(FileSystemError) {
            return try entry(at: path)
        } catch {
            guard error.kind == .denied || error.kind == .other else { throw error }
            return nil
        }
    }

    /// Free and total bytes (RFC 4331); nil where the server does not tell.
    func space(
        at directory: Path
    ) throws(FileSystemError) -> (free: UInt64, total: UInt64)? {
        let reader = try propfind(
            directory, isDirectory: true, depth: 0, asking: DAVBody.quota, .examine)
        guard let own = reader?.own, let free = own.available, let used = own.used else {
            return nil
        }
        let (total, overflows) = free.addingReportingOverflow(used)
        return overflows ? nil : (free, total)
    }

    // MARK: Asking and reading

    /// `depth` 0 is the resource itself, 1 what is in it too. Nil where there is nothing of that
    /// name.
    private func propfind(
        _ path: Path, isDirectory: Bool, depth: Int, asking body: [UInt8] = DAVBody.entries,
        _ attempt: Attempt, progress: (Int) -> Void = { _ in }
    ) throws(FileSystemError) -> MultistatusReader? {
        let response = try client.send(
            Request(
                "PROPFIND", path, isDirectory: isDirectory,
                fields: [RequestField("Depth", String(depth)), DAVBody.type], body: .bytes(body)))
        let head = response.head
        guard head.status == 207 else {
            response.drain()
            if [404, 410].contains(head.status) { return nil }
            guard head.isSuccess || [405, 501].contains(head.status) else {
                throw client.refusal(head, attempt, path)
            }
            let plain = client.origin.isEncrypted ? "https" : "http"
            throw FileSystemError(
                .unsupported, path: path, reply: head.text,
                detail: attempt.failure(path.text(on: site)) + " "
                    + tr(
                        "\(host) does not speak WebDAV there; try \(plain):// instead of "
                            + "\(site.scheme.rawValue)://."))
        }
        // A redirection may have led to another path.
        let asked = RequestTarget.path(of: response.destination.target).path
        return try read(response, about: path, as: asked, depth: depth, progress: progress)
    }

    /// The body of a 207 (RFC 4918 section 13). `asked` is where the answer came from, after all
    /// redirections.
    func read(
        _ response: Response, about path: Path, as asked: Path, depth: Int,
        progress: (Int) -> Void = { _ in }
    ) throws(FileSystemError) -> MultistatusReader {
        let reader = MultistatusReader(path: asked, isSingle: depth == 0)
        var failure: XMLFailure?
        try response.readAll { piece in
            do throws(XMLFailure) {
                try reader.feed(piece)
            } catch {
                failure = error
                return false
            }
            progress(reader.count)
            return !reader.isFull
        }
        do throws(XMLFailure) {
            if let failure { throw failure }
            try reader.finish()
        } catch {
            throw FileSystemError(
                .protocolViolation, path: path, reply: response.head.text,
                detail: tr("The answer from \(host) about \(path.text(on: site)) \(error)."))
        }
        return reader
    }
}
