import Files

/// Lists directories of a bucket of S3's kind (ListObjectsV2, and what older servers make of it).
struct BucketLister {
    let client: HTTPClient

    /// What the bucket holds at `directory`, page after page; nil where `bucket` is none.
    func list(
        _ bucket: Path, _ directory: Path, progress: (Int) -> Void
    ) throws(FileSystemError) -> Directory? {
        let names = directory.components(below: bucket) ?? []
        let prefix: [UInt8] = names.flatMap { name in name.bytes + [0x2F] }
        let listing = S3Listing(prefix: prefix)
        var next: S3Listing.Next?
        repeat {
            let before = next
            guard try readPage(of: bucket, prefix, after: next, into: listing) else {
                // What was a bucket a page ago is one still.
                guard before == nil else { throw .noIndex(directory, on: client.site) }
                return nil
            }
            progress(listing.count)
            next = listing.next
            if next == before {
                if next != nil { listing.cut() }
                break
            }
        } while next != nil
        return listing.directory
    }

    /// One page; false where it is none.
    private func readPage(
        of bucket: Path, _ prefix: [UInt8], after next: S3Listing.Next?, into listing: S3Listing
    ) throws(FileSystemError) -> Bool {
        var query = "list-type=2&delimiter=/&prefix=\(RequestTarget.queryValue(prefix))"
        switch next {
        case .token(let token):
            query += "&continuation-token=\(RequestTarget.queryValue(token.utf8))"
        case .marker(let marker): query += "&marker=\(RequestTarget.queryValue(marker.utf8))"
        case nil: break
        }
        var request = Request("GET", bucket, isDirectory: true)
        request.query = query
        let response = try client.send(request)
        guard response.head.isSuccess else {
            response.drain()
            return false
        }
        var isSound = true
        try response.readAll { piece in
            isSound = listing.feed(piece)
            return isSound
        }
        return listing.finishPage() && isSound
    }
}
