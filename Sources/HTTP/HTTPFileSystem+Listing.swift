package import Files

extension HTTPFileSystem {
    package func list(
        _ directory: Path, progress: (Int) -> Void
    ) throws(FileSystemError) -> Directory {
        if isDAV { return try listDAV(directory, progress: progress) }
        guard site.formField != nil else { return try listIndex(directory, progress: progress) }
        do throws(FileSystemError) {
            return try listIndex(directory, progress: progress)
        } catch {
            // A form that shows no files holds none, as far as one can tell.
            guard error.kind == .unsupported else { throw error }
            return Directory()
        }
    }

    private func listIndex(
        _ directory: Path, progress: (Int) -> Void
    ) throws(FileSystemError) -> Directory {
        if let bucket = memory.bucket, directory.isInside(bucket) {
            guard let listing = try listBucket(bucket, directory, progress: progress) else {
                throw noIndex(directory)
            }
            return listing
        }
        let response = try send(Request("GET", directory, isDirectory: true))
        guard response.head.isSuccess else {
            let isXML = response.head.mediaType?.hasSuffix("xml") ?? false
            response.drain()
            // Buckets know no directories, and answer so in XML.
            if isXML, [403, 404].contains(response.head.status),
                let listing = try listBucket(above: directory, progress: progress)
            {
                return listing
            }
            throw refusal(response.head, "listed", directory)
        }
        return try read(response, of: directory, progress: progress)
    }

    private func read(
        _ response: Response, of directory: Path, progress: (Int) -> Void
    ) throws(FileSystemError) -> Directory {
        guard var page = IndexPage(url: response.destination.url, limits: listingLimits) else {
            response.cancel()
            throw noIndex(directory)
        }
        var start: [UInt8] = []
        var isBucket = false
        try response.readAll { piece in
            if start.count < 600 {
                start += piece.prefix(600 - start.count)
                isBucket = S3Listing.matches(start)
            }
            page.feed(piece)
            progress(page.count)
            return !page.isFull && !isBucket
        }
        if isBucket, let listing = try listBucket(directory, directory, progress: progress) {
            memory.bucket = directory
            return listing
        }
        guard let listing = page.finish() else { throw noIndex(directory) }
        return listing
    }

    func noIndex(_ directory: Path) -> FileSystemError {
        FileSystemError(
            .unsupported, path: directory,
            detail: "\(directory.text(on: site)) cannot be listed: what \(host) shows there is no "
                + "index of files. A file in it can still be fetched by its whole URL.")
    }
}
