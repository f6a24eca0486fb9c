import Disk
import Files
import Glibc
import Words

/// New folders (RFC 4918, section 9.3).
struct MkcolResponder: Responder {
    var priority: Int { 300 }

    func canRespond(to request: Request, in folder: SharedFolder) -> Bool {
        request.method == .mkcol && folder.isWritable
    }

    func respond(to request: Request, in folder: SharedFolder) throws(Refusal) -> Response {
        guard request.bodyLength == 0 else {
            throw Refusal(
                .unsupportedMediaType,
                tr(
                    "A request to create a directory must have no "
                        + "body."))
        }
        guard !request.path.isRoot else { throw MkcolResponder.taken }
        let (directory, name) = try NewPlace.find(request.path, in: folder)
        try Preconditions.check(request, try NewPlace.status(request.path, in: folder))
        do throws(DiskError) {
            try directory.makeDirectory(name)
        } catch {
            throw error.code == EEXIST ? MkcolResponder.taken : SharedFolder.refusal(error.code)
        }
        return Response(.created)
    }

    private static let taken = Refusal(
        .methodNotAllowed, tr("That name already exists."),
        headers: [
            ("Allow", "OPTIONS, GET, HEAD, PROPFIND, PROPPATCH, DELETE, MOVE, COPY, LOCK, UNLOCK")
        ])
}
