package import Files
import Transport

extension HTTPFileSystem {
    private static let formBlock = 512 << 10

    /// Posts a form to the site's path, and gives the answer of any status. Its body is read as the
    /// connection takes it; `progress` hears after each block how many bytes of it went out.
    /// Redirections are followed as RFC 9110 section 15.4 has them: to a GET after 301, 302 and 303,
    /// and with the form again, on the same server only, after 307 and 308.
    package func post(
        _ body: MultipartBody, to path: Path, isDirectory: Bool,
        progress: (UInt64) -> Void = { _ in }
    ) throws(FileSystemError) -> FormReply {
        var request = Request(
            "POST", path, isDirectory: isDirectory,
            fields: [RequestField("Content-Type", body.form.contentType)],
            body: .stream(length: body.length), redirection: .give)
        var redirections = Redirections(
            from: client.destination(of: request), of: site, log: log)
        while true {
            let response = try answer(to: body, request, redirections.destination, progress)
            guard response.head.isRedirection, let location = response.head.value("location")
            else { return FormReply(response, to: path) }
            response.drain()
            try redirections.follow(response.head, to: location, &request)
            guard request.method == "POST" else {
                let page = try send(Request("GET", path), to: redirections.destination)
                return FormReply(page, to: path)
            }
        }
    }

    /// Sends the form once, or once more where the server only now said that it wants a login.
    private func answer(
        to body: MultipartBody, _ request: Request, _ place: Destination,
        _ progress: (UInt64) -> Void
    ) throws(FileSystemError) -> Response {
        do throws(FileSystemError) {
            return try sendForm(body, request, place, progress)
        } catch {
            guard error.isTransient, error.reply?.hasPrefix("401") ?? false, body.isRepeatable
            else { throw error }
            return try sendForm(body, request, place, progress)
        }
    }

    private func sendForm(
        _ body: MultipartBody, _ request: Request, _ place: Destination,
        _ progress: (UInt64) -> Void
    ) throws(FileSystemError) -> Response {
        if body.sent > 0 {
            guard body.isRepeatable else {
                throw FileSystemError(
                    .unsupported, path: request.path,
                    detail: "\(host) wants the form once more, but what came from a pipe is gone.")
            }
            body.rewind()
        }
        let upload = try upload(request, to: place)
        let buffer = Buffer(capacity: HTTPFileSystem.formBlock)
        do throws(FileSystemError) {
            while true {
                let count = try body.read(into: buffer.bytes)
                if count == 0 { return try upload.finish() }
                let piece = UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count])
                if let early = try upload.offer(piece) {
                    guard early.head.status != 401 else {
                        early.cancel()
                        throw upload.refusal(early.head)
                    }
                    return early
                }
                progress(body.sent)
            }
        } catch {
            upload.cancel()
            throw error
        }
    }
}
