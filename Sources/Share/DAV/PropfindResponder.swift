import Files
import Words

/// Properties of a file, or of a folder and what is in it (RFC 4918, section 9.1).
struct PropfindResponder: Responder {
    var priority: Int { 300 }

    func canRespond(to request: Request, in folder: SharedFolder) -> Bool {
        request.method == .propfind
    }

    func respond(to request: Request, in folder: SharedFolder) throws(Refusal) -> Response {
        // Without the field all that is below is meant.
        let depth = request.headers["Depth"] ?? "infinity"
        guard depth == "0" || depth == "1" else {
            guard Headers.isSame(depth, "infinity") else {
                throw Refusal(.badRequest, tr("Depth must be 0, 1 or infinity."))
            }
            var refusal = Refusal(.forbidden, tr("All that is below is not listed at once."))
            refusal.condition = .propfindFiniteDepth
            throw refusal
        }
        let path = request.path
        _ = try folder.status(of: path)
        return try XMLBody.response(to: request) { (body) throws(Refusal) in
            let query = try PropertyQuery.parse(body)
            let status = try folder.status(of: path)
            let isDirectory = status.kind == .directory
            let members = isDirectory && depth == "1" ? try folder.entries(of: path) : []
            let room = isDirectory ? FreeSpace.of(try folder.directory(path)) : nil
            let answer = Multistatus(
                query, path: path, share: folder.name, status: status, members: members,
                room: room,
                properties: folder.properties,
                locks: folder.isWritable ? KnownLocks(below: path, in: folder) : nil)
            return Response(
                .multiStatus, headers: Multistatus.headers,
                body: .blocks(Blocks(answer), length: nil))
        }
    }
}
