import Files
import Glibc

/// Removes a file, or a folder with all that is in it (RFC 4918, section 9.6).
struct DeleteResponder: Responder {
    var priority: Int { 300 }

    func canRespond(to request: Request, in folder: SharedFolder) -> Bool {
        request.method == .delete && folder.isWritable
    }

    func respond(to request: Request, in folder: SharedFolder) throws(Refusal) -> Response {
        let (directory, name) = try folder.parent(of: request.path)
        let status = try folder.status(of: request.path)
        try Preconditions.check(request, status)
        try Removal.remove(name, status, in: directory, shows: folder.shows)
        return Response(.noContent)
    }
}
