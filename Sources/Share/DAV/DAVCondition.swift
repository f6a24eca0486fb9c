/// What must hold for a request, or after it, by WebDAV's own name (RFC 4918, section 16).
enum DAVCondition: Hashable, Sendable {
    /// A lock on what has that URL's path is in the way, whose token was not sent.
    case lockTokenSubmitted(String)
    /// The same, of a lock that was asked for.
    case noConflictingLock(String)
    /// The same, of locks on what lies below a directory that goes as a whole.
    case lockTokensBelowSubmitted([String])
    case lockTokenMatchesRequestURI
    case propfindFiniteDepth

    /// The status with a document that says so.
    func response(_ status: Status, _ headers: Headers) -> Response {
        var fields = headers
        for (name, value) in Multistatus.headers.fields { fields[name] = value }
        return Response(status, headers: fields, body: .bytes(document.bytes))
    }

    private var document: Markup {
        var page = Markup()
        if case .lockTokensBelowSubmitted(let hrefs) = self {
            page.append(Multistatus.start)
            for href in hrefs { DAVCondition.appendLocked(href, to: &page) }
            page.append(Multistatus.end)
            return page
        }
        page.append("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<D:error xmlns:D=\"DAV:\">")
        switch self {
        case .lockTokenSubmitted(let href): DAVCondition.appendUnsent(href, to: &page)
        case .noConflictingLock(let href):
            page.append("<D:no-conflicting-lock><D:href>")
            page.append(text: href)
            page.append("</D:href></D:no-conflicting-lock>")
        case .lockTokenMatchesRequestURI: page.append("<D:lock-token-matches-request-uri/>")
        case .propfindFiniteDepth: page.append("<D:propfind-finite-depth/>")
        case .lockTokensBelowSubmitted: break
        }
        page.append("</D:error>\n")
        return page
    }

    private static func appendUnsent(_ href: String, to page: inout Markup) {
        page.append("<D:lock-token-submitted><D:href>")
        page.append(text: href)
        page.append("</D:href></D:lock-token-submitted>")
    }

    /// One of several that are locked (section 9.6.2 shows such a one).
    private static func appendLocked(_ href: String, to page: inout Markup) {
        page.append("<D:response><D:href>")
        page.append(text: href)
        page.append("</D:href><D:status>HTTP/1.1 ")
        page.append(Status.locked.code)
        page.append(" ")
        page.append(text: Status.locked.words)
        page.append("</D:status><D:error>")
        appendUnsent(href, to: &page)
        page.append("</D:error></D:response>\n")
    }
}
