import Files
import Words

/// What stands around each page: the head with the style, and the way down to a folder.
enum PageFrame {
    /// Up to and with the opened body and the links to each folder above `path`, which begins at
    /// the share's folder, named `share`.
    static func appendStart(title: String, share: String, path: Path, to page: inout Markup) {
        page.append(
            """
            <!DOCTYPE html>
            <html lang="
            """)
        page.append(text: Language.tag)
        page.append("\">\n")
        page.append(
            """
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="robots" content="noindex">
            <link rel="icon" href="data:image/svg+xml,
            """)
        page.append(text: PercentCoding.encode(icon.description.utf8))
        page.append("\">\n<title>")
        page.append(text: title)
        page.append("</title>\n<style>")
        page.append(PageStyle.text)
        page.append("</style>\n</head>\n<body>\n<nav aria-label=\"")
        page.append(text: tr("Directory"))
        page.append("\">")
        appendSteps(share: share, path: path, to: &page)
        page.append("</nav>\n")
    }

    static func appendEnd(to page: inout Markup) {
        page.append("</body>\n</html>\n")
    }

    /// The picture of a share's tab, as SVG.
    static let icon: StaticString = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" \
        rx="3" fill="#0a5fb4"/><path d="M3 9h10l-2 3.5H5zM5 8V5h4l2 3z" fill="#fff"/></svg>
        """

    private static func appendSteps(share: String, path: Path, to page: inout Markup) {
        var link = Markup()
        link.append("/")
        for (index, step) in steps(path).enumerated() {
            if let step {
                link.append(step: step.bytes)
                link.append("/")
            }
            if index > 0 { page.append("<i>/</i>") }
            if index == path.components.count {
                page.append("<span aria-current=\"page\">")
                page.append(text: step?.text ?? share)
                page.append("</span>")
            } else {
                page.append("<a href=\"")
                page.append(link)
                page.append("\">")
                page.append(text: step?.text ?? share)
                page.append("</a>")
            }
        }
    }

    private static func steps(_ path: Path) -> [Name?] {
        [nil] + path.components
    }
}
