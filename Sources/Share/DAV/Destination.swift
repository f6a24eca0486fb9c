import Disk
import Files
import Glibc
import Words

/// Where a MOVE or COPY leads to, and what is there (RFC 4918, sections 9.8 and 9.9).
struct Destination {
    let path: Path
    let directory: DirectoryHandle
    let name: Name
    /// Nil where nothing is there yet.
    let status: FileStatus?
    /// What is there is the source itself, by another name of its own, or as the disk reads this one too.
    let sourceName: SourceName?

    /// How what is at the destination can be the source.
    enum SourceName {
        /// A hard link.
        case second
        /// The same name in other capitals, where the disk does not tell them apart.
        case respelled
    }

    /// Refuses what leads out of the share, back to the source, or to what may not be replaced. `source` is
    /// what is to go there.
    init(_ request: Request, of source: FileStatus, in folder: SharedFolder) throws(Refusal) {
        path = try Destination.path(request)
        guard !path.isInside(request.path), !request.path.isInside(path) else {
            throw Destination.sameOrInside
        }
        (directory, name) = try NewPlace.find(path, in: folder)
        status = try NewPlace.status(path, in: folder)
        // Other spellings lead to the same, and the disk knows which do.
        try Destination.check(source, isAbove: path, in: folder)
        if let status { try Destination.check(status, isAbove: request.path, in: folder) }
        // A directory may have changed between the two looks.
        let isSource = status.map {
            $0 == source || $0.kind == .directory && $0.isSame(as: source)
        }
        sourceName =
            isSource ?? false
            ? try Destination.sourceName(
                request.path, isFile: source.kind == .file, directory, name, in: folder) : nil
        if sourceName == .respelled {
            guard request.method == .move else { throw Destination.sameOrInside }
            return
        }
        if status != nil, let overwrite = request.headers["Overwrite"],
            Headers.isSame(overwrite, "F")
        {
            throw Refusal(.preconditionFailed, tr("The destination already exists."))
        }
    }

    private static let sameOrInside = Refusal(
        .forbidden,
        tr("The source and the destination are the same, or one contains the other."))

    /// Refuses where a directory is one of those that a path leads through.
    private static func check(
        _ status: FileStatus, isAbove path: Path, in folder: SharedFolder
    ) throws(Refusal) {
        guard status.kind == .directory else { return }
        var above = path.parent
        while !above.isRoot {
            if try folder.status(of: above).isSame(as: status) { throw sameOrInside }
            above = above.parent
        }
    }

    /// Of something that is found by the source's path and by a name in a directory; nil where they are two
    /// all the same: not every file system gives each file an inode of its own.
    private static func sourceName(
        _ source: Path, isFile: Bool, _ directory: DirectoryHandle, _ name: Name,
        in folder: SharedFolder
    ) throws(Refusal) -> SourceName? {
        let (other, otherName) = try folder.parent(of: source)
        let (isOneDirectory, names, linkCount) = try SharedFolder.refusing {
            () throws(DiskError) in
            (
                FileStatus(try other.descriptor.status())
                    .isSame(as: FileStatus(try directory.descriptor.status())),
                try directory.names(), try directory.status(of: name)?.st_nlink ?? 0
            )
        }
        if isOneDirectory {
            guard name != otherName else { throw sameOrInside }
            guard names.contains(name), names.contains(otherName) else { return .respelled }
        }
        return isFile && linkCount > 1 ? .second : nil
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
            // Some programs send the user's name in front of the host.
            let host = authority.split(separator: "@", omittingEmptySubsequences: false).last
            guard Headers.isSame(host ?? authority, request.authority) else {
                throw Refusal(.badGateway, tr("The Destination is not on this share."))
            }
            rest = rest.dropFirst(authority.count)
        }
        return try RequestPath.decode(rest.isEmpty ? "/" : rest.prefix { $0 != "?" && $0 != "#" })
            .path
    }
}
