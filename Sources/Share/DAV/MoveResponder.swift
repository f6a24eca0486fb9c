import Files
import Glibc

/// Another name or place (RFC 4918, section 9.9).
struct MoveResponder: Responder {
    var priority: Int { 300 }

    func canRespond(to request: Request, in folder: SharedFolder) -> Bool {
        request.method == .move && folder.isWritable
    }

    func respond(to request: Request, in folder: SharedFolder) throws(Refusal) -> Response {
        let (source, name) = try folder.parent(of: request.path)
        let status = try folder.status(of: request.path)
        try Preconditions.check(request, status)
        let target = try Destination(request, in: folder)
        let code: CInt
        if status.kind == .file, target.status?.kind == .file {
            code = NewPlace.replace(
                name.bytes, in: source, with: target.name.bytes, in: target.directory)
        } else {
            let displaced = try DisplacedItem(target, showsHidden: folder.showsHidden)
            code = NewPlace.give(
                name.bytes, in: source, to: target.name.bytes, in: target.directory)
            if code == 0 { displaced?.remove() } else { displaced?.restore() }
        }
        guard code == 0 else {
            guard code == EXDEV else { throw SharedFolder.refusal(code) }
            throw Refusal(.conflict, "That is on another disk: copy it, then remove it here.")
        }
        fsync(target.directory.number)
        return Response(target.status == nil ? .created : .noContent)
    }
}
