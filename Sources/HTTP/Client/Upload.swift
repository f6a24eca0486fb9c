import Files
import Transport
import Words

/// A request whose body is written as it goes out, and then its answer.
final class Upload {
    private let client: HTTPClient
    private let request: Request
    private let destination: Destination
    private var body: CurlOrder.Body
    private var exchange: CurlExchange
    private var hasLogin: Bool
    private var logins = 0
    /// What the caller gave, as long as it is little; then it can be sent again.
    private var kept: [UInt8]? = []
    private static let keptLimit = 64 << 10
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
                detail: tr(
                    "\(client.host) answered before it received all of "
                        + "\(request.path.text(on: client.site)); its copy is incomplete."))
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
                try sendAgain(after: error)
                continue
            }
            if isTaken {
                count &+= UInt64(buffer.count)
                keep(buffer)
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
            let response = try awaitResponse(atEnd: true)
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

    private func awaitResponse(atEnd: Bool = false) throws(FileSystemError) -> Response {
        while true {
            if atEnd { exchange.endBody() }
            do throws(TransportError) {
                return client.response(
                    try exchange.awaitHead(), destination, exchange, request.path)
            } catch {
                try sendAgain(after: error)
            }
        }
    }

    private func keep(_ buffer: UnsafeRawBufferPointer) {
        guard let size = kept?.count, size + buffer.count <= Upload.keptLimit else {
            kept = nil
            return
        }
        kept?.append(contentsOf: buffer)
    }

    /// Begins anew on another connection, up to where the caller was, where bytes of an earlier answer
    /// came instead of one; else throws what the error means.
    private func sendAgain(after error: TransportError) throws(FileSystemError) {
        guard client.isSpoilt(exchange, by: error) else {
            throw client.explain(error, destination.origin, request.path)
        }
        guard let kept, KeptConnections.mayRepeat(request.method, request.fields) else {
            throw client.explain(HTTPClient.spoilt, destination.origin, request.path)
        }
        (exchange, hasLogin) = try client.begin(request, to: destination, body: body)
        let result: Result<Bool, TransportError> = kept.withUnsafeBytes { bytes in
            do throws(TransportError) {
                return .success(bytes.isEmpty ? true : try exchange.write(bytes))
            } catch {
                return .failure(error)
            }
        }
        // A server that wants no more of it says so where its answer is awaited.
        if case .failure(let error) = result {
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
        guard head.status == 401 else { return client.refusal(head, .write, request.path) }
        do throws(FileSystemError) {
            // The next try knows what the server wants.
            try client.login.takeRefusal(head, hadLogin: hasLogin)
        } catch {
            return error
        }
        return FileSystemError(
            .connection, path: request.path, reply: head.text,
            detail: tr(
                "\(client.host) asked for a login in the middle of "
                    + "\(request.path.text(on: client.site)); send it again."), isTransient: true)
    }
}
