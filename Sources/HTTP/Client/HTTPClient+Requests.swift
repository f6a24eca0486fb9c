import Files
import Transport
import Words

extension HTTPClient {
    /// Tries to log in for one request: a challenge, and a nonce that has grown old.
    private static let loginLimit = 3
    /// Bodies above this size, in bytes, ask first whether they are wanted.
    private static let askingSize: UInt64 = 1 << 20

    /// Where a request goes: its path and query on the site, behind the site's own query.
    func destination(of request: Request) -> Destination {
        let all = [site[SiteURL.query], request.query].compactMap { $0 }
        return Destination(
            origin: origin,
            target: RequestTarget.make(
                request.path, isDirectory: request.isDirectory,
                query: all.isEmpty ? nil : all.joined(separator: "&")))
    }

    /// Sends a request whose body, if any, is at hand, and gives the answer once its head is there:
    /// of any status. Logs in and follows redirections on the way. It goes to the request's path
    /// unless a `start` is given.
    func send(
        _ request: Request, to start: Destination? = nil
    ) throws(FileSystemError) -> Response {
        try beginOperation()
        var request = request
        var redirections = Redirections(
            from: start ?? destination(of: request), of: site, log: log)
        var logins = 0
        while true {
            let destination = redirections.destination
            let (response, hadLogin) = try exchange(request, destination)
            let head = response.head
            let isOwn = destination.origin == origin
            if head.status == 401 {
                response.drain()
                guard isOwn else { throw strangeLogin(destination.origin, request.path, head) }
                logins += 1
                guard logins <= HTTPClient.loginLimit else {
                    throw refusal(head, .reach, request.path)
                }
                try login.takeRefusal(head, hadLogin: hadLogin)
                continue
            }
            if isOwn { login.accepted() }
            guard request.redirection == .follow, head.isRedirection,
                let location = head.value("location")
            else { return response }
            response.drain()
            try redirections.follow(head, to: location, &request)
        }
    }

    /// Begins a request with a `.stream` body, to its path unless a `destination` is given.
    /// Redirections are not followed.
    func upload(
        _ request: Request, to destination: Destination? = nil
    ) throws(FileSystemError) -> Upload {
        // HTTP/2 has no way to ask before the body goes out.
        if login.isUnlearnt, origin.isEncrypted, mayBeHTTP2 {
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
            body.length ?? .max > HTTPClient.askingSize || login.isUnlearnt || login.isDigest
        // A body that goes out before the login is known goes out in vain.
        if login.isUnlearnt { body.continueTimeout = 5 }
        return try Upload(
            request, body, to: destination ?? self.destination(of: request), on: self)
    }

    /// The answer whose head has come.
    func response(
        _ head: ResponseHead, _ destination: Destination, _ exchange: CurlExchange, _ path: Path
    ) -> Response {
        noteAnswer(to: exchange)
        return Response(head, from: destination, exchange, path) { [self] error, path in
            explain(error, destination.origin, path)
        }
    }

    /// One request and the head of its answer; sent once more where bytes of an earlier one came
    /// instead.
    private func exchange(
        _ request: Request, _ destination: Destination
    ) throws(FileSystemError) -> (Response, hadLogin: Bool) {
        var bytes: [UInt8] = []
        var body: CurlOrder.Body?
        if case .bytes(let given) = request.body {
            bytes = given
            body = CurlOrder.Body(length: UInt64(given.count))
        }
        // A new connection has no earlier answer, so this ends.
        while true {
            let (exchange, hasLogin) = try begin(request, to: destination, body: body)
            do throws(TransportError) {
                try exchange.sendWhole(bytes)
                let head = try exchange.awaitHead()
                return (response(head, destination, exchange, request.path), hasLogin)
            } catch {
                exchange.cancel()
                guard isSpoilt(exchange, by: error) else {
                    throw explain(error, destination.origin, request.path)
                }
                guard KeptConnections.mayRepeat(request.method, request.fields) else {
                    throw explain(HTTPClient.spoilt, destination.origin, request.path)
                }
            }
        }
    }

    private func strangeLogin(
        _ other: Origin, _ path: Path, _ head: ResponseHead
    ) -> FileSystemError {
        FileSystemError(
            .login, path: path, reply: head.text,
            detail: tr(
                "\(host) redirects \(path.text(on: site)) to \(other.text), which needs its "
                    + "own login; open that URL instead."))
    }
}
