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
        let target = try Destination(request, of: status, in: folder)
        if let sourceName = target.sourceName {
            return try MoveResponder.move(name, in: source, to: target, sourceName)
        }
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

    /// Where source and destination are one: a rename from one to the other would do nothing.
    private static func move(
        _ name: Name, in source: DirectoryHandle, to target: Destination,
        _ sourceName: Destination.SourceName
    ) throws(Refusal) -> Response {
        do throws(DiskError) {
            switch sourceName {
            case .second: try source.removeFile(name)
            case .respelled:
                let hidden = HiddenName.ofItem()
                try Naming.giveFree(hidden, in: source, to: name, in: source)
                do throws(DiskError) {
                    try Naming.giveFree(target.name, in: source, to: hidden, in: source)
                } catch {
                    try Naming.giveFree(name, in: source, to: hidden, in: source)
                    throw error
                }
            }
        } catch {
            throw refusal(error)
        }
        try NewPlace.sync(target.directory, source)
        return Response(sourceName == .second ? .noContent : .created)
    }

    /// What a visitor is told of a name that could not be given.
    static func refusal(_ error: DiskError) -> Refusal {
        guard error.code == EXDEV else { return SharedFolder.refusal(error.code) }
        return Refusal(.conflict, tr("That is on another disk; copy it, then delete the original."))
    }
}
