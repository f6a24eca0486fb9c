import Files

/// What browsers and crawlers ask for on their own, where the shared folder has no such file.
struct IconResponder: Responder {
    var priority: Int { 400 }

    func canRespond(to request: Request, in folder: SharedFolder) -> Bool {
        guard request.method == .get || request.method == .head,
            request.path == IconResponder.icon || request.path == IconResponder.robots
        else { return false }
        return (try? folder.status(of: request.path)) == nil
    }

    func respond(to request: Request, in folder: SharedFolder) throws(Refusal) -> Response {
        let isIcon = request.path == IconResponder.icon
        let headers: Headers = [
            "Content-Type": isIcon ? "image/svg+xml" : "text/plain; charset=utf-8",
            "Cache-Control": "max-age=3600", "X-Content-Type-Options": "nosniff",
        ]
        let text = isIcon ? PageFrame.icon.description : IconResponder.robotsText
        return Response(.ok, headers: headers, body: .bytes(Array(text.utf8)))
    }

    private static let icon = Path("/favicon.ico")
    private static let robots = Path("/robots.txt")
    /// RFC 9309: no crawler shall look into a share, but who fetches a folder by Wget means it.
    private static let robotsText = """
        User-agent: Wget
        Disallow:

        User-agent: *
        Disallow: /

        """
}
