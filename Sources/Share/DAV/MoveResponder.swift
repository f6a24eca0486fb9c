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
            return try MoveResponder.move(request.path, in: source, to: target, sourceName, folder)
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
        _ path: Path, in source: DirectoryHandle, to target: Destination,
        _ sourceName: Destination.SourceName, _ folder: SharedFolder
    ) throws(Refusal) -> Response {
        guard let name = path.name, let status = target.status else { throw SharedFolder.notThere }
        switch sourceName {
        case .second:
            try SharedFolder.refusing { () throws(DiskError) in try source.removeFile(name) }
        case .respelled:
            try respell(
                Overwrite(
                    source: path, target: target.path, hiddenName: HiddenName.ofItem(),
                    newInode: 0, oldInode: status.inode, step: .respell),
                in: source, folder)
        }
        try NewPlace.sync(target.directory, source)
        return Response(sourceName == .second ? .noContent : .created)
    }

    /// By way of a hidden name, which is written down: the next start of the share brings back what is
    /// left under it.
    private static func respell(
        _ overwrite: Overwrite, in directory: DirectoryHandle, _ folder: SharedFolder
    ) throws(Refusal) {
        guard let old = overwrite.source.name, let new = overwrite.target.name else { return }
        let record = try OverwriteRecord.made(of: overwrite, in: folder)
        do throws(DiskError) {
            try Naming.giveFree(overwrite.hiddenName, in: directory, to: old, in: directory)
            do throws(DiskError) {
                try Naming.giveFree(new, in: directory, to: overwrite.hiddenName, in: directory)
            } catch {
                _ = try overwrite.finish(directory, directory)
                throw error
            }
        } catch {
            let isHidden = Result { () throws(DiskError) in
                try directory.status(of: overwrite.hiddenName) != nil
            }
            if case .success(false) = isHidden { record?.remove() }
            throw refusal(error)
        }
        record?.remove()
    }

    /// What a visitor is told of a name that could not be given.
    static func refusal(_ error: DiskError) -> Refusal {
        guard error.code == EXDEV else { return SharedFolder.refusal(error.code) }
        return Refusal(.conflict, tr("That is on another disk; copy it, then delete the original."))
    }
}
