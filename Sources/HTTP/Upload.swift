import Files
import Transport

/// A request whose body is written as it goes out, and then its answer.
final class Upload {
    private let files: HTTPFileSystem
    private let request: Request
    private let destination: Destination
    private var body: CurlOrder.Body
    private var exchange: CurlExchange
    private var hasLogin: Bool
    private var logins = 0
    /// Bytes that the caller gave.
    private(set) var count: UInt64 = 0

    /// To the request's path on the site, unless another `destination` there is given.
    init(
        _ request: Request, _ body: CurlOrder.Body, to destination: Destination?,
        on files: HTTPFileSystem
    ) throws(FileSystemError) {
        self.files = files
        self.request = request
        self.body = body
        let destination =
            destination
            ?? Destination(
                origin: files.origin,
                target: files.target(of: request.path, isDirectory: request.isDirectory))
        self.destination = destination
        (exchange, hasLogin) = try files.begin(request, to: destination, body: body)
    }

    /// Waits until all of `buffer` went out. Throws where the server refused before it took all.
    func write(_ buffer: UnsafeRawBufferPointer) throws(FileSystemError) {
        guard let response = try offer(buffer) else { return }
        response.cancel()
        guard !response.head.isSuccess else {
            throw FileSystemError(
                .protocolViolation, path: request.path, reply: response.head.text,
                detail: "\(files.host) answered before it had all of "
                    + "\(request.path.text(on: files.site)); what it kept is not the whole.")
        }
        throw refusal(response.head)
    }

    /// Waits until all of `buffer` went out, and gives nothing; or the answer of a server that wants
    /// no more of it.
    func offer(_ buffer: UnsafeRawBufferPointer) throws(FileSystemError) -> Response? {
        while true {
            let isTaken: Bool
            do throws(TransportError) {
                isTaken = try exchange.write(buffer)
            } catch {
                throw files.explain(error, destination.origin, request.path)
            }
            if isTaken {
                count &+= UInt64(buffer.count)
                return nil
            }
            let response = try awaitResponse()
            // Nothing of the body went out yet, so it can begin anew.
            if count == 0, try beginsAnew(response) { continue }
            return response
        }
    }

    /// All bytes are written: the answer, of any status but a refused login.
    func finish() throws(FileSystemError) -> Response {
        while true {
            exchange.endBody()
            let response = try awaitResponse()
            if count == 0, try beginsAnew(response) { continue }
            if response.head.status == 401 {
                response.drain()
                throw refusal(response.head)
            }
            files.login.accepted()
            return response
        }
    }

    /// Gives it up; the server gets no whole body.
    func cancel() { exchange.cancel() }

    private func awaitResponse() throws(FileSystemError) -> Response {
        do throws(TransportError) {
            return files.answer(
                try exchange.awaitHead(), destination, exchange, request.path)
        } catch {
            throw files.explain(error, destination.origin, request.path)
        }
    }

    /// Whether the request was begun anew: with a login, or without asking first.
    private func beginsAnew(_ response: Response) throws(FileSystemError) -> Bool {
        switch response.head.status {
        case 401 where logins < 3:
            response.cancel()
            logins += 1
            try files.login.takeRefusal(response.head, hadLogin: hasLogin)
        case 417 where body.asksFirst:
            response.cancel()
            body.asksFirst = false
        default:
            return false
        }
        (exchange, hasLogin) = try files.begin(request, to: destination, body: body)
        return true
    }

    /// The error for an answer that is no success.
    func refusal(_ head: ResponseHead) -> FileSystemError {
        guard head.status == 401 else { return files.refusal(head, "written", request.path) }
        do throws(FileSystemError) {
            // The next try knows what the server wants.
            try files.login.takeRefusal(head, hadLogin: hasLogin)
        } catch {
            return error
        }
        return FileSystemError(
            .connection, path: request.path, reply: head.text,
            detail: "\(files.host) wanted a login in the middle of "
                + "\(request.path.text(on: files.site)); send it again.", isTransient: true)
    }
}

extension HTTPFileSystem {
    /// Bodies above this size ask first whether they are wanted.
    private static let askingSize: UInt64 = 1 << 20

    /// Begins a request with a `.stream` body, to its path unless a `destination` is given.
    /// Redirections are not followed.
    func upload(
        _ request: Request, to destination: Destination? = nil
    ) throws(FileSystemError) -> Upload {
        // HTTP/2 has no way to ask before the body goes out.
        if login.isUnsettled, origin.isEncrypted, !isDAV {
            try send(Request("HEAD", request.path)).drain()
        }
        try beginOperation()
        var body = CurlOrder.Body()
        switch request.body {
        case .none: body.length = 0
        case .bytes(let bytes): body.length = UInt64(bytes.count)
        case .stream(let length): body.length = length
        }
        body.asksFirst =
            body.length ?? .max > HTTPFileSystem.askingSize || login.isUnsettled || login.isDigest
        // A body that goes out before the login is known goes out in vain.
        if login.isUnsettled { body.patience = 5 }
        return try Upload(request, body, to: destination, on: self)
    }
}
