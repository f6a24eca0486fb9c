import Files
import Transport
import Words

/// A form that is posted as it stands (RFC 7578), and the answer to it.
struct FormPost {
    /// Bytes of the form that are read at a time.
    private static let blockSize = 512 << 10

    let client: HTTPClient
    let body: MultipartBody
    let path: Path
    /// The path goes out with a `/` at its end.
    let isDirectory: Bool

    /// As `WebFileSystem.post`.
    func send(progress: (UInt64) -> Void) throws(FileSystemError) -> FormReply {
        var request = Request(
            "POST", path, isDirectory: isDirectory,
            fields: [RequestField("Content-Type", body.form.contentType)],
            body: .stream(length: body.length), redirection: .give)
        var redirections = Redirections(
            from: client.destination(of: request), of: client.site, log: client.log)
        while true {
            let response = try answer(to: request, redirections.destination, progress)
            guard response.head.isRedirection, let location = response.head.value("location")
            else { return FormReply(response, to: path) }
            response.drain()
            try redirections.follow(response.head, to: location, &request)
            guard request.method == "POST" else {
                let page = try client.send(Request("GET", path), to: redirections.destination)
                return FormReply(page, to: path)
            }
        }
    }

    /// Sends the form once, or once more where the server only now said that it wants a login.
    private func answer(
        to request: Request, _ destination: Destination, _ progress: (UInt64) -> Void
    ) throws(FileSystemError) -> Response {
        do throws(FileSystemError) {
            return try sendOnce(request, destination, progress)
        } catch {
            guard error.isTransient, error.reply?.hasPrefix("401") ?? false, body.isRepeatable
            else { throw error }
            return try sendOnce(request, destination, progress)
        }
    }

    private func sendOnce(
        _ request: Request, _ destination: Destination, _ progress: (UInt64) -> Void
    ) throws(FileSystemError) -> Response {
        if body.sent > 0 {
            guard body.isRepeatable else {
                throw FileSystemError(
                    .unsupported, path: request.path,
                    detail: tr(
                        "\(client.host) asks for the form again, but the data from the pipe "
                            + "is gone."))
            }
            body.rewind()
        }
        let upload = try client.upload(request, to: destination)
        let buffer = Buffer(capacity: FormPost.blockSize)
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
