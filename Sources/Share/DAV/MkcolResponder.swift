import Files
import Glibc

/// New folders (RFC 4918, section 9.3).
struct MkcolResponder: Responder {
    var priority: Int { 300 }

    func canRespond(to request: Request, in folder: SharedFolder) -> Bool {
        request.method == .mkcol && folder.isWritable
    }

    func respond(to request: Request, in folder: SharedFolder) throws(Refusal) -> Response {
        guard request.bodyLength == 0 else {
            throw Refusal(.unsupportedMediaType, "A new folder is made without a body.")
        }
        guard !request.path.isRoot else { throw MkcolResponder.taken }
        let (directory, name) = try NewPlace.find(request.path, in: folder)
        try Preconditions.check(request, try NewPlace.status(request.path, in: folder))
        let code = SharedFolder.withCString(name.bytes) { mkdirat(directory.number, $0, 0o777) }
        guard code == 0 else {
            throw errno == EEXIST ? MkcolResponder.taken : SharedFolder.refusal(errno)
        }
        return Response(.created)
    }

    private static let taken = Refusal(
        .methodNotAllowed, "There is something of that name already.",
        headers: [("Allow", "OPTIONS, GET, HEAD, PROPFIND, DELETE, MOVE, COPY")])
}
