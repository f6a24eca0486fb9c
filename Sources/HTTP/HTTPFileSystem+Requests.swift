import Files
import Transport

extension HTTPFileSystem {
    /// Redirections that are followed for one request.
    private static let redirectionLimit = 10
    /// Tries to log in for one request: a challenge, and a nonce that has grown old.
    private static let loginLimit = 3

    /// The path and query of `path` on this site, as they are sent.
    func target(of path: Path, isDirectory: Bool = false, query: String? = nil) -> String {
        let all = [site.query, query].compactMap { $0 }
        return RequestTarget.make(
            path, isDirectory: isDirectory, query: all.isEmpty ? nil : all.joined(separator: "&"))
    }

    /// Sends a request whose body, if any, is at hand, and gives the answer once its head is there:
    /// of any status. Logs in and follows redirections on the way. It goes to the request's path
    /// unless a `start` is given.
    func send(
        _ request: Request, to start: Destination? = nil
    ) throws(FileSystemError) -> Response {
        try beginOperation()
        var request = request
        var destination =
            start
            ?? Destination(
                origin: origin,
                target: target(
                    of: request.path, isDirectory: request.isDirectory, query: request.query))
        var visited: Set<Destination> = [destination]
        var logins = 0
        while true {
            let (response, hadLogin) = try exchange(request, destination)
            let head = response.head
            let isOwn = destination.origin == origin
            if head.status == 401 {
                response.drain()
                guard isOwn else { throw strangeLogin(destination.origin, request.path, head) }
                logins += 1
                guard logins <= HTTPFileSystem.loginLimit else {
                    throw refusal(head, "reached", request.path)
                }
                try login.takeRefusal(head, hadLogin: hadLogin)
                continue
            }
            if isOwn { login.accepted() }
            guard request.redirection == .follow, head.isRedirection,
                let location = head.value("location")
            else { return response }
            response.drain()
            destination = try redirected(
                &request, from: destination, to: location, head, visited: visited)
            visited.insert(destination)
        }
    }

    /// One request and the head of its answer.
    private func exchange(
        _ request: Request, _ destination: Destination
    ) throws(FileSystemError) -> (Response, hadLogin: Bool) {
        var bytes: [UInt8] = []
        var body: CurlOrder.Body?
        if case .bytes(let given) = request.body {
            bytes = given
            body = CurlOrder.Body(length: UInt64(given.count))
        }
        let (exchange, hasLogin) = try begin(request, to: destination, body: body)
        do throws(TransportError) {
            try exchange.sendWhole(bytes)
            return (
                answer(try exchange.awaitHead(), destination, exchange, request.path), hasLogin
            )
        } catch {
            exchange.cancel()
            throw explain(error, destination.origin, request.path)
        }
    }

    func answer(
        _ head: ResponseHead, _ destination: Destination, _ exchange: CurlExchange, _ path: Path
    ) -> Response {
        Response(head, from: destination, exchange, path) { [self] error, path in
            explain(error, destination.origin, path)
        }
    }

    // MARK: Redirections

    /// Where the next request goes (RFC 9110 section 15.4); `request` becomes what is sent there.
    func redirected(
        _ request: inout Request, from old: Destination, to location: String, _ head: ResponseHead,
        visited: Set<Destination>
    ) throws(FileSystemError) -> Destination {
        let path = request.path
        func refused(_ kind: FileSystemError.Kind, _ why: String) -> FileSystemError {
            FileSystemError(
                kind, path: path, reply: head.text,
                detail: "\(host) sends \(path.text(on: site)) elsewhere, and \(why).")
        }
        let next: Destination
        do throws(Destination.Refusal) {
            next = try old.following(location)
        } catch {
            switch error {
            case .unreadable:
                throw refused(.protocolViolation, "where to cannot be read")
            case .scheme(let scheme):
                throw refused(.unsupported, "\(scheme): is not followed; open that URL itself")
            }
        }
        if old.origin.isEncrypted, !next.origin.isEncrypted {
            throw refused(
                .security, "that is \(next.origin.text), without TLS; it was not followed")
        }
        guard !visited.contains(next) else { throw refused(.other, "that is a loop") }
        guard visited.count <= HTTPFileSystem.redirectionLimit else {
            throw refused(
                .other, "that was done \(HTTPFileSystem.redirectionLimit) times already")
        }
        let isRead = ["GET", "HEAD", "OPTIONS", "PROPFIND"].contains(request.method)
        let becomesGet =
            head.status == 303
            ? request.method != "HEAD"
            : request.method == "POST" && [301, 302].contains(head.status)
        if becomesGet {
            request.method = "GET"
            request.body = .none
        } else if !isRead, ![307, 308].contains(head.status) || next.origin != origin {
            throw refused(
                .unsupported, "\(request.method) is not repeated there; open that URL itself")
        }
        if next.origin != old.origin {
            log.remark("Going on to \(next.origin.text), without this site's login.")
        }
        return next
    }

    private func strangeLogin(
        _ other: Origin, _ path: Path, _ head: ResponseHead
    ) -> FileSystemError {
        FileSystemError(
            .login, path: path, reply: head.text,
            detail: "\(host) sends \(path.text(on: site)) on to \(other.text), which wants a login "
                + "of its own; open that URL itself.")
    }

    // MARK: Refusals

    /// The error for an answer that is no success. `action` completes "… could not be".
    func refusal(_ head: ResponseHead, _ action: String, _ path: Path) -> FileSystemError {
        StatusMeaning.error(head, action, path, on: site, now: now)
    }

    /// Sends a request, and throws where the answer is no success.
    func demand(_ request: Request, _ action: String) throws(FileSystemError) -> Response {
        let response = try send(request)
        guard response.head.isSuccess else {
            response.drain()
            throw refusal(response.head, action, request.path)
        }
        return response
    }
}
