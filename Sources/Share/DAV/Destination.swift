import Disk
import Files
import Words

/// Where a MOVE or COPY leads to, and what is there (RFC 4918, sections 9.8 and 9.9).
struct Destination {
    let path: Path
    let directory: DirectoryHandle
    let name: Name
    /// Nil where nothing is there yet.
    let status: FileStatus?

    /// Refuses what leads out of the share, back to the source, or to what may not be replaced.
    init(_ request: Request, in folder: SharedFolder) throws(Refusal) {
        path = try Destination.path(request)
        guard !path.isInside(request.path), !request.path.isInside(path) else {
            throw Refusal(
                .forbidden,
                tr(
                    "The source and the destination are the same, or one contains the "
                        + "other."))
        }
        (directory, name) = try NewPlace.find(path, in: folder)
        status = try NewPlace.status(path, in: folder)
        if status != nil, let overwrite = request.headers["Overwrite"],
            Headers.isSame(overwrite, "F")
        {
            throw Refusal(.preconditionFailed, tr("The destination already exists."))
        }
    }

    /// The Destination field is a URL of this share, or its path (RFC 4918, section 10.3).
    static func path(_ request: Request) throws(Refusal) -> Path {
        guard let text = request.headers["Destination"] else {
            throw Refusal(.badRequest, tr("The Destination header is missing."))
        }
        return try path(text, on: request)
    }

    /// What a URL of this share, or its path, leads to.
    static func path(_ url: String, on request: Request) throws(Refusal) -> Path {
        var rest = url[...]
        if !rest.hasPrefix("/") {
            let scheme = rest.prefix { $0 != ":" }
            rest = rest.dropFirst(scheme.count)
            guard rest.hasPrefix("://"),
                Headers.isSame(scheme, "http") || Headers.isSame(scheme, "https")
            else { throw Refusal(.badRequest, tr("The Destination is not a URL.")) }
            rest = rest.dropFirst(3)
            let authority = rest.prefix { $0 != "/" }
            guard Headers.isSame(authority, request.authority) else {
                throw Refusal(.badGateway, tr("The Destination is not on this share."))
            }
            rest = rest.dropFirst(authority.count)
        }
        return try RequestPath.decode(rest.isEmpty ? "/" : rest.prefix { $0 != "?" && $0 != "#" })
            .path
    }
}
