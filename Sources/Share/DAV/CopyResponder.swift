import Files
import Glibc
import Words

/// A second one of a file or a folder (RFC 4918, section 9.8).
struct CopyResponder: Responder {
    var priority: Int { 300 }

    func canRespond(to request: Request, in folder: SharedFolder) -> Bool {
        request.method == .copy && folder.isWritable
    }

    func respond(to request: Request, in folder: SharedFolder) throws(Refusal) -> Response {
        let status = try folder.status(of: request.path)
        try Preconditions.check(request, status)
        let depth = request.headers["Depth"] ?? "infinity"
        guard depth == "0" || Headers.isSame(depth, "infinity") else {
            throw Refusal(
                .badRequest,
                tr(
                    "A copy is always complete; leave out Depth, or send "
                        + "Depth: 0."))
        }
        let target = try Destination(request, of: status, in: folder)
        if status.kind == .directory {
            try FolderCopy.make(
                of: request.path, withContents: depth != "0", to: target, in: folder)
        } else {
            try copyFile(request.path, to: target, in: folder)
        }
        return Response(target.status == nil ? .created : .noContent)
    }

    private func copyFile(
        _ path: Path, to target: Destination, in folder: SharedFolder
    ) throws(Refusal) {
        let file = try folder.open(path)
        try FreeSpace.check(for: file.status.size, in: target.directory)
        let incoming = try IncomingFile(in: target.directory)
        try incoming.copy(file)
        guard target.status?.kind == .directory else {
            _ = try incoming.commit(as: target.name, target.status == nil ? .refuse : .replace)
            return
        }
        try Overwrite.make(
            of: target.path.parent.appending(try incoming.handOver()), in: target.directory,
            isCopy: true, at: target, in: folder)
    }
}
