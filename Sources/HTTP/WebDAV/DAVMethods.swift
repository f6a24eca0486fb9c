import Files
import Words

/// The methods by which a WebDAV server's resources are changed: MKCOL, DELETE, COPY and MOVE (RFC
/// 4918 section 9).
struct DAVMethods {
    let client: HTTPClient
    let lookup: PropertyLookup

    /// Section 9.3.
    func makeCollection(_ directory: Path) throws(FileSystemError) {
        let head = try change("MKCOL", directory, isDirectory: true, .create)
        guard head.isSuccess else { throw client.refusal(head, .create, directory) }
    }

    /// Section 9.6; of a collection, all that is in it too.
    func delete(_ path: Path, isDirectory: Bool) throws(FileSystemError) {
        let head = try change("DELETE", path, isDirectory: isDirectory, .delete)
        guard !head.isSuccess else { return }
        var refusal = client.refusal(head, .delete, path)
        if isDirectory, head.status == 405 {
            // rclone says so of one that holds links, which it hides.
            refusal.detail =
                Attempt.delete.failure(path.text(on: client.site)) + " "
                + tr("\(client.host) does not allow it, or does not list everything in it.")
        }
        throw refusal
    }

    /// Section 9.9; the answer may be of any status. Whatever is at the target goes first where it
    /// may be replaced, even a directory with all that is in it.
    func move(
        _ source: Path, to target: Path, isDirectory: Bool, replaces: Bool
    ) throws(FileSystemError) -> ResponseHead {
        let url = client.origin.url + RequestTarget.make(target, isDirectory: isDirectory)
        return try change(
            "MOVE", source, isDirectory: isDirectory,
            fields: [
                RequestField("Destination", url), RequestField("Overwrite", replaces ? "T" : "F"),
            ], .rename)
    }

    /// Section 9.8, of a file, or of a directory with all that is in it; the answer may be of any status. What is at
    /// the target is replaced.
    func copy(
        _ source: Path, to target: Path, isDirectory: Bool
    ) throws(FileSystemError) -> ResponseHead {
        let url = client.origin.url + RequestTarget.make(target, isDirectory: isDirectory)
        var fields = [RequestField("Destination", url), RequestField("Overwrite", "T")]
        if isDirectory { fields.append(RequestField("Depth", "infinity")) }
        return try change("COPY", source, isDirectory: isDirectory, fields: fields, .copy)
    }

    /// Sends a request that changes something, and gives the answer's head. A 207 with failures in
    /// it is thrown (section 9.6.1); so is the same document with a 424, which Apache sends.
    private func change(
        _ method: String, _ path: Path, isDirectory: Bool, fields: [RequestField] = [],
        _ attempt: Attempt
    ) throws(FileSystemError) -> ResponseHead {
        let response = try client.send(
            Request(method, path, isDirectory: isDirectory, fields: fields, redirection: .give))
        let head = response.head
        let hasCauses =
            head.status == 424 && head.value("content-type")?.contains("xml") ?? false
        guard head.status == 207 || hasCauses else {
            response.drain()
            return head
        }
        let failures: [MultistatusReader.Failure]
        do throws(FileSystemError) {
            failures = try lookup.read(response, about: path, as: path, depth: 1).failures
        } catch {
            // Another document says less than the status does.
            guard hasCauses, !error.endsConnection else { throw error }
            return head
        }
        // What failed only because of another tells nothing.
        guard let failure = failures.first(where: { $0.status != 424 }) ?? failures.first else {
            return head
        }
        let site = client.site
        let place = RequestTarget.path(
            of: String(decoding: failure.href, as: UTF8.self)
        ).path.text(on: site)
        let words = StatusWords.explain(failure.status) ?? tr("The server refused it.")
        let count = failures.count - 1
        let others = count > 0 ? " " + tr("Other causes: \(count).") : ""
        throw FileSystemError(
            StatusMeaning.kind(failure.status), path: path,
            reply: "\(response.head.text), \(failure.status)",
            detail: attempt.failure(path.text(on: site)) + " "
                + tr("The cause is \(place). \(words)") + others,
            isTransient: StatusMeaning.isTransient(failure.status))
    }
}
