import Disk
import Files
import Glibc
import Words

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
        guard target.status == nil || status.kind == .file && target.status?.kind == .file else {
            try Overwrite.make(
                of: request.path, in: source, isCopy: false, at: target, in: folder)
            return Response(.noContent)
        }
        do throws(DiskError) {
            if target.status == nil {
                try Naming.giveFree(target.name, in: target.directory, to: name, in: source)
            } else {
                try Naming.give(target.name, in: target.directory, to: name, in: source)
            }
        } catch {
            throw MoveResponder.refusal(error)
        }
        try NewPlace.sync(target.directory, source)
        return Response(target.status == nil ? .created : .noContent)
    }

    /// What a visitor is told of a name that could not be given.
    static func refusal(_ error: DiskError) -> Refusal {
        guard error.code == EXDEV else { return SharedFolder.refusal(error.code) }
        return Refusal(.conflict, tr("That is on another disk; copy it, then delete the original."))
    }
}
