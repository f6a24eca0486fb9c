/// What must hold for a request, or after it, by WebDAV's own name (RFC 4918, section 16).
enum DAVCondition: Hashable, Sendable {
    /// A lock on what has that URL's path is in the way, whose token was not sent.
    case lockTokenSubmitted(String)
    /// The same, of a lock that was asked for.
    case noConflictingLock(String)
    case lockTokenMatchesRequestURI
    case propfindFiniteDepth

    /// The status with a document that says so.
    func response(_ status: Status, _ headers: Headers) -> Response {
        var page = Markup()
        page.append("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<D:error xmlns:D=\"DAV:\">")
        switch self {
        case .lockTokenSubmitted(let href):
            page.append("<D:lock-token-submitted><D:href>")
            page.append(text: href)
            page.append("</D:href></D:lock-token-submitted>")
        case .noConflictingLock(let href):
            page.append("<D:no-conflicting-lock><D:href>")
            page.append(text: href)
            page.append("</D:href></D:no-conflicting-lock>")
        case .lockTokenMatchesRequestURI: page.append("<D:lock-token-matches-request-uri/>")
        case .propfindFiniteDepth: page.append("<D:propfind-finite-depth/>")
        }
        page.append("</D:error>\n")
        var fields = headers
        for (name, value) in Multistatus.headers.fields { fields[name] = value }
        return Response(status, headers: fields, body: .bytes(page.bytes))
    }
}
