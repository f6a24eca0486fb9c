import Files
import Words

/// What became of a request, in the style of the folders' pages, or in plain words for tools.
package enum StatusPage {
    /// Whether the visitor would rather have HTML: browsers ask for it by name.
    package static func wantsMarkup(_ request: Request) -> Bool {
        request.headers.list("Accept").contains { range in
            let type = range.split(separator: ";").first ?? ""
            return Headers.isSame(Headers.trimmed(type), "text/html")
        }
    }

    /// The response to a request that was refused. `share` is the shared folder's name, or
    /// something else for those who may not know it.
    package static func response(
        for refusal: Refusal, to request: Request, share: String
    ) -> Response {
        guard wantsMarkup(request), request.method.isSafe || request.method == .post else {
            return refusal.response
        }
        var page = Markup()
        let title = "\(refusal.status.code) \(refusal.status.words)"
        PageFrame.appendStart(title: title, share: share, path: .root, to: &page)
        page.append("<main>\n<h1>")
        page.append(text: title)
        page.append("</h1>\n<p>")
        page.append(text: refusal.sentence)
        page.append("</p>\n<p><a href=\"/\">")
        page.append(text: tr("Show the shared directory"))
        page.append("</a></p>\n</main>\n")
        PageFrame.appendEnd(to: &page)
        return Response(
            refusal.status, headers: Headers(PagePolicy.headers + refusal.headers.fields),
            body: .bytes(page.bytes))
    }
}
