import Files
import Glibc
import Web
import Words

/// The files that macOS adds to others: kept in memory, or refused.
struct MacFileResponder: Responder {
    var priority: Int { 900 }

    private static let methods: Set<Method> = [
        .get, .head, .put, .delete, .move, .copy, .propfind, .proppatch, .mkcol, .lock,
    ]

    func canRespond(to request: Request, in folder: SharedFolder) -> Bool {
        MacFileResponder.methods.contains(request.method) && folder.isWritable
            && !request.endsInSlash && folder.isMacFile(request.path)
    }

    func respond(to request: Request, in folder: SharedFolder) throws(Refusal) -> Response {
        let files = folder.macFiles
        let file = files.file(request.path, of: request.lockHolder)
        switch request.method {
        case .mkcol:
            throw Refusal(
                .forbidden,
                tr("Only files that macOS adds have that name; no directory can have it."))
        case .put: return try put(request, file, in: folder)
        case .lock:
            return try LockResponder.response(to: request, in: folder) { () throws(Refusal) in
                try MacFileResponder.lockPlace(request, in: folder)
            }
        default: break
        }
        // Where they are refused none is there.
        guard let file else { throw SharedFolder.notThere }
        switch request.method {
        case .get, .head: return try MacFileResponder.content(of: file, request)
        case .propfind: return try MacFileResponder.properties(request, in: folder)
        case .proppatch:
            try Preconditions.check(request, file.status)
            return try ProppatchResponder.response(to: request, isDirectory: false) {
                (time, changes) throws(Refusal) in
                try files.properties.change(request.path, changes)
                guard let time else { return }
                _ = files.setModified(time, of: request.path, request.lockHolder)
            }
        case .delete:
            try Preconditions.check(request, file.status)
            _ = files.remove(request.path, of: request.lockHolder)
            return Response(.noContent)
        default: return try MacFileResponder.transfer(file, request, in: folder)
        }
    }

    private func put(
        _ request: Request, _ file: MacFiles.File?, in folder: SharedFolder
    ) throws(Refusal) -> Response {
        try MacFileResponder.checkPlace(request.path, in: folder)
        try Preconditions.check(request, file?.status)
        guard request.headers["Content-Range"] == nil else {
            throw Refusal(.badRequest, tr("Send the file as a whole, without Content-Range."))
        }
        let limit = UInt64(folder.macFiles.limits.file)
        return .receiving(BodyReceiver(limit: limit, MacFileSink(request, folder.macFiles)))
    }

    /// Refuses what is not to be kept, or has no directory to be in.
    private static func checkPlace(_ path: Path, in folder: SharedFolder) throws(Refusal) {
        guard folder.macFiles.policy == .memory else {
            throw Refusal(
                .forbidden,
                tr("This share does not accept files that macOS adds (._* and .DS_Store)."))
        }
        do throws(Refusal) {
            _ = try folder.directory(path.parent)
        } catch {
            throw error.status == .notFound ? NewPlace.missing : error
        }
    }

    private static func lockPlace(
        _ request: Request, in folder: SharedFolder
    ) throws(Refusal) -> LockPlace {
        try checkPlace(request.path, in: folder)
        let (files, holder) = (folder.macFiles, request.lockHolder)
        if let file = files.file(request.path, of: holder) {
            return LockPlace(status: file.status, make: nil)
        }
        return LockPlace(status: nil) { () throws(Refusal) in
            _ = files.put([], modified: Int64(time(nil)), at: request.path, of: holder)
        }
    }

    private static func content(
        of file: MacFiles.File, _ request: Request
    ) throws(Refusal) -> Response {
        var headers: Headers = [
            "Content-Type": MediaType.bytes.text, "ETag": file.status.entityTag,
            "Last-Modified": HTTPDate.text(min(file.status.modified, Int64(time(nil)))),
            "Accept-Ranges": "bytes", "Cache-Control": "private, no-cache",
        ]
        headers["Content-Disposition"] = request.path.name.map(ContentDisposition.attachment)
        let conditions = Preconditions(request)
        switch conditions.verdict(file.status) {
        case .goOn: break
        case .notModified: return Response(.notModified, headers: headers)
        case .failed:
            throw Refusal(
                .preconditionFailed, tr("The file is not the one that the request expects."))
        }
        let size = file.status.size
        let isPart =
            request.method == .get
            && conditions.allowsRange(file.status, now: Int64(time(nil)))
        switch ByteRanges(isPart ? request.headers["Range"] : nil, size: size) {
        case .parts(let parts):
            // A whole file is as good an answer to several (RFC 9110, section 14.2).
            guard parts.count == 1, let part = parts.first else { break }
            headers["Content-Range"] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"
            let range = Int(part.lowerBound)..<Int(part.upperBound)
            return Response(
                .partialContent, headers: headers,
                body: .blocks(Blocks(MacFileBlocks(file, range)), length: UInt64(range.count)))
        case .none:
            throw Refusal(
                .rangeNotSatisfiable, tr("The file has only \(size) bytes."),
                headers: [("Content-Range", "bytes */\(size)")])
        case .whole: break
        }
        return Response(
            .ok, headers: headers,
            body: .blocks(Blocks(MacFileBlocks(file, 0..<file.bytes.count)), length: size))
    }

    private static func properties(
        _ request: Request, in folder: SharedFolder
    ) throws(Refusal) -> Response {
        try XMLBody.response(to: request) { (body) throws(Refusal) in
            let query = try PropertyQuery.parse(body)
            let file = folder.macFiles.file(request.path, of: request.lockHolder)
            guard let file else { throw SharedFolder.notThere }
            let answer = Multistatus(
                query, path: request.path, share: folder.name, status: file.status, members: [],
                room: nil, properties: folder.macFiles.properties,
                locks: KnownLocks(below: request.path, in: folder))
            return Response(
                .multiStatus, headers: Multistatus.headers,
                body: .blocks(Blocks(answer), length: nil))
        }
    }

    /// Another name or a second one, which must be one that macOS gives, too: nothing gets from here to the disk.
    private static func transfer(
        _ file: MacFiles.File, _ request: Request, in folder: SharedFolder
    ) throws(Refusal) -> Response {
        try Preconditions.check(request, file.status)
        let target = try Destination.path(request)
        guard target != request.path else {
            throw Refusal(.forbidden, tr("The source and the destination are the same."))
        }
        guard folder.isMacFile(target) else {
            throw Refusal(
                .forbidden,
                tr(
                    "This share keeps that file of macOS in memory, so it needs a name "
                        + "that begins with ._ there."))
        }
        try checkPlace(target, in: folder)
        let holder = request.lockHolder
        let isNew = folder.macFiles.file(target, of: holder) == nil
        if !isNew, let overwrite = request.headers["Overwrite"], Headers.isSame(overwrite, "F") {
            throw Refusal(.preconditionFailed, tr("The destination already exists."))
        }
        _ = file.copy(to: target, of: holder, in: folder.macFiles)
        if request.method == .move {
            folder.macFiles.properties.move(request.path, to: target)
            _ = folder.macFiles.remove(request.path, of: holder)
        } else {
            folder.macFiles.properties.copy(request.path, to: target, isDeep: false)
        }
        return Response(isNew ? .created : .noContent)
    }
}
