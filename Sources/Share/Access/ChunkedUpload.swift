import Files
import Words

/// Uploads of a file in several requests, as Nextcloud and ownCloud have them: here they would only leave pieces
/// of files behind.
enum ChunkedUpload {
    /// Refuses a request that belongs to such an upload, of the first kind or the second.
    static func check(_ request: Request, in folder: SharedFolder) throws(Refusal) {
        let isFirst = request.headers["OC-Chunked"] != nil
        guard isFirst || isSecond(request, in: folder) else { return }
        throw Refusal(
            .notImplemented,
            tr(
                "This share is not a Nextcloud server: turn chunked uploads off and send each file whole."
            )
        )
    }

    /// There they are put together below a directory of the server's.
    private static func isSecond(_ request: Request, in folder: SharedFolder) -> Bool {
        guard !request.method.isSafe else { return false }
        let names = request.path.components.prefix(3).map(\.text)
        guard names == ["remote.php", "dav", "uploads"] else { return false }
        return (try? folder.status(of: Path(components: Array(request.path.components.prefix(3)))))
            == nil
    }
}
