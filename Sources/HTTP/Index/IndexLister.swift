import Files
import Words

/// Lists directories by what a server shows of them: index pages, or the listings of a bucket.
struct IndexLister {
    /// How the server shows directories, as far as it is known.
    private enum Style {
        case pages
        /// The path of the bucket, where the server is one of S3's kind.
        case bucket(Path)
    }

    /// Bytes of a page by which a bucket's listing is told from HTML.
    private static let startLimit = 600

    private let client: HTTPClient
    private let buckets: BucketLister
    private var style = Style.pages

    init(_ client: HTTPClient) {
        self.client = client
        buckets = BucketLister(client: client)
    }

    /// `progress` hears now and then how many entries have come in so far. `.unsupported` where the
    /// server shows something else than an index of files.
    mutating func list(
        _ directory: Path, progress: (Int) -> Void
    ) throws(FileSystemError) -> Directory {
        if case .bucket(let bucket) = style, directory.isInside(bucket) {
            guard let listing = try buckets.list(bucket, directory, progress: progress) else {
                throw .noIndex(directory, on: client.site)
            }
            return listing
        }
        let response = try client.send(Request("GET", directory, isDirectory: true))
        guard response.head.isSuccess else {
            let isXML = response.head.mediaType?.hasSuffix("xml") ?? false
            response.drain()
            // Buckets know no directories, and answer so in XML.
            if isXML, [403, 404].contains(response.head.status),
                let listing = try listBucket(above: directory, progress: progress)
            {
                return listing
            }
            throw client.refusal(response.head, .list, directory)
        }
        return try read(response, of: directory, progress: progress)
    }

    private mutating func read(
        _ response: Response, of directory: Path, progress: (Int) -> Void
    ) throws(FileSystemError) -> Directory {
        guard var page = IndexPage(url: response.destination.url) else {
            response.cancel()
            throw .noIndex(directory, on: client.site)
        }
        var start: [UInt8] = []
        var isBucket = false
        try response.readAll { piece in
            if start.count < IndexLister.startLimit {
                start += piece.prefix(IndexLister.startLimit - start.count)
                isBucket = S3Listing.matches(start)
            }
            page.feed(piece)
            progress(page.count)
            return !page.isFull && !isBucket
        }
        if isBucket, let listing = try buckets.list(directory, directory, progress: progress) {
            style = .bucket(directory)
            return listing
        }
        guard let listing = page.finish() else { throw .noIndex(directory, on: client.site) }
        return listing
    }

    /// Where only a directory in the bucket is known: the bucket is the whole server, or the first
    /// name of the path. Nil where it is neither.
    private mutating func listBucket(
        above directory: Path, progress: (Int) -> Void
    ) throws(FileSystemError) -> Directory? {
        for count in 0...min(1, directory.components.count) {
            let bucket = Path(components: Array(directory.components.prefix(count)))
            if let listing = try buckets.list(bucket, directory, progress: progress) {
                style = .bucket(bucket)
                return listing
            }
        }
        return nil
    }
}

extension FileSystemError {
    /// What a server shows of `directory` is no index.
    static func noIndex(_ directory: Path, on site: Site) -> FileSystemError {
        FileSystemError(
            .unsupported, path: directory,
            detail: tr(
                "\(directory.text(on: site)) cannot be listed: the page that "
                    + "\(VisibleText.make(site.host)) shows there is not a file index. Files in "
                    + "it can still be fetched by their full URLs."))
    }
}
