import Files
import Transport

/// A request whose body is written as it goes out, and then its answer.
final class Upload {
    private let client: HTTPClient
    private let request: Request
    private let destination: Destination
    private var body: CurlOrder.Body
    private var exchange: CurlExchange
    private var hasLogin: Bool
    private var logins = 0
    /// Bytes that the caller gave.
    private(set) var count: UInt64 = 0

    init(
        _ request: Request, _ body: CurlOrder.Body, to destination: Destination,
        on client: HTTPClient
    ) throws(FileSystemError) {
        self.client = client
        self.request = request
        self.body = body
        self.destination = destination
        (exchange, hasLogin) = try client.begin(request, to: destination, body: body)
    }

    /// Waits until all of `buffer` went out. Throws where the server refused before it took all.
    func write(_ buffer: UnsafeRawBufferPointer) throws(FileSystemError) {
        guard let response = try offer(buffer) else { return }
        response.cancel()
        guard !response.head.isSuccess else {
            throw FileSystemError(
                .protocolViolation, path: request.path, reply: response.head.text,
                detail: "\(client.host) answered before it had all of "
                    + "\(request.path.text(on: client.site)); what it kept is not the whole.")
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
                throw client.explain(error, destination.origin, request.path)
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
            client.login.accepted()
            return response
        }
    }

    /// Gives it up; the server gets no whole body.
    func cancel() { exchange.cancel() }

    private func awaitResponse() throws(FileSystemError) -> Response {
        do throws(TransportError) {
            return client.response(
                try exchange.awaitHead(), destination, exchange, request.path)
        } catch {
            throw client.explain(error, destination.origin, request.path)
        }
    }

    /// Whether the request was begun anew: with a login, or without asking first.
    private func beginsAnew(_ response: Response) throws(FileSystemError) -> Bool {
        switch response.head.status {
        case 401 where logins < 3:
            response.cancel()
            logins += 1
            try client.login.takeRefusal(response.head, hadLogin: hasLogin)
        case 417 where body.asksFirst:
            response.cancel()
            body.asksFirst = false
        default:
            return false
        }
        (exchange, hasLogin) = try client.begin(request, to: destination, body: body)
        return true
    }

    /// The error for an answer that is no success.
    func refusal(_ head: ResponseHead) -> FileSystemError {
        guard head.status == 401 else { return client.refusal(head, "written", request.path) }
        do throws(FileSystemError) {
            // The next try knows what the server wants.
            try client.login.takeRefusal(head, hadLogin: hasLogin)
        } catch {
            return error
        }
        return FileSystemError(
            .connection, path: request.path, reply: head.text,
            detail: "\(client.host) wanted a login in the middle of "
                + "\(request.path.text(on: client.site)); send it again.", isTransient: true)
    }
}
