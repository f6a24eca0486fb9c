package import Files

extension HTTPFileSystem {
    package func list(
        _ directory: Path, progress: (Int) -> Void
    ) throws(FileSystemError) -> Directory {
        if isDAV { return try listDAV(directory, progress: progress) }
        let response = try send(Request("GET", directory, isDirectory: true))
        guard response.head.isSuccess else {
            response.drain()
            throw refusal(response.head, "listed", directory)
        }
        guard var page = IndexPage(url: response.destination.url, limits: listingLimits) else {
            response.cancel()
            throw noIndex(directory)
        }
        try response.readAll { piece in
            page.feed(piece)
            progress(page.count)
            return !page.isFull
        }
        guard let listing = page.finish() else { throw noIndex(directory) }
        return listing
    }

    private func noIndex(_ directory: Path) -> FileSystemError {
        FileSystemError(
            .unsupported, path: directory,
            detail: "\(directory.text(on: site)) cannot be listed: what \(host) shows there is no "
                + "index of files. A file in it can still be fetched by its whole URL.")
    }
}
