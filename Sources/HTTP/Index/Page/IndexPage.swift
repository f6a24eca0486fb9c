package import Files

/// An index page as a directory: what a web server shows of a folder, as HTML. Fed in pieces of
/// any size.
package struct IndexPage {
    /// Bytes of a page that are read; what is past them is cut.
    package static let totalLimit = 1 << 30

    private var scanner = HTMLScanner()
    private var reader: IndexPageReader
    private var total = 0
    private var isCut = false

    /// `url`: the whole URL that was asked last, after all redirects; links are seen from there.
    /// Nil where it is no URL of HTTP.
    package init?(url: String, limits: DirectoryBuilder.Limits = .init()) {
        guard let links = LinkResolver(url: url, form: .page) else { return nil }
        reader = IndexPageReader(links: links, limits: limits)
    }

    /// Entries read so far.
    package var count: Int { reader.builder.directory.count }

    /// Whether a limit was passed, so that reading on is of no use.
    package var isFull: Bool { isCut || reader.builder.directory.isCut }

    /// Takes the next bytes of the page.
    package mutating func feed(_ piece: UnsafeRawBufferPointer) {
        guard !isFull, !piece.isEmpty else { return }
        total += piece.count
        isCut = total > IndexPage.totalLimit
        scanner.feed(piece, to: &reader)
    }

    /// The directory; nil where the page is no index of one.
    package mutating func finish() -> Directory? {
        scanner.finish(to: &reader)
        reader.finish()
        guard reader.isIndex else { return nil }
        guard isCut else { return reader.builder.directory }
        var builder = reader.builder
        builder.cut()
        return builder.directory
    }

    /// The same of a page that is there as a whole.
    package static func parse(
        _ bytes: UnsafeRawBufferPointer, url: String, limits: DirectoryBuilder.Limits = .init()
    ) -> Directory? {
        guard var page = IndexPage(url: url, limits: limits) else { return nil }
        page.feed(bytes)
        return page.finish()
    }
}
