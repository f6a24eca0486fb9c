import Files
import Words

/// What became of a form's files, as a page, or as lines for tools.
enum UploadPage {
    static func response(
        _ files: [UploadedFile], to request: Request, share: String
    ) -> Response {
        let isKept = files.contains(where: \.isStored)
        let status = isKept ? Status.created : .unprocessableContent
        guard StatusPage.wantsMarkup(request) else {
            let text = files.map { $0.words + "\n" }.joined()
            return Response(
                status, headers: ["Content-Type": "text/plain; charset=utf-8"],
                body: .bytes(Array(text.utf8)))
        }
        var page = Markup()
        let title = isKept ? tr("Uploaded") : tr("Nothing was uploaded")
        PageFrame.appendStart(title: title, share: share, path: request.path, to: &page)
        page.append("<main>\n<h1 tabindex=\"-1\">")
        page.append(text: title)
        page.append("</h1>\n<ul>\n")
        for file in files {
            page.append(file.isStored ? "<li class=\"good\">" : "<li class=\"bad\">")
            page.append(text: file.words)
            page.append("</li>\n")
        }
        page.append("</ul>\n<p><a href=\"?\">")
        page.append(text: tr("Show the directory"))
        page.append("</a></p>\n</main>\n")
        PageFrame.appendEnd(to: &page)
        return Response(
            status, headers: Headers(PagePolicy.headers), body: .bytes(page.bytes))
    }
}
