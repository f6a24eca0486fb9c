import Files
import Words

/// A single file in its place (RFC 9110, section 9.3.4; RFC 4918, section 9.7).
struct PutResponder: Responder {
    var priority: Int { 300 }

    func canRespond(to request: Request, in folder: SharedFolder) -> Bool {
        request.method == .put && folder.isWritable
    }

    func respond(to request: Request, in folder: SharedFolder) throws(Refusal) -> Response {
        guard !request.endsInSlash else {
            throw Refusal(.conflict, tr("Create a directory with MKCOL; PUT is for files."))
        }
        guard request.headers["Content-Range"] == nil else {
            throw Refusal(.badRequest, tr("Send the file as a whole, without Content-Range."))
        }
        let (directory, name) = try NewPlace.find(request.path, in: folder)
        let current = try NewPlace.status(request.path, in: folder)
        guard current?.kind != .directory else {
            throw Refusal(.conflict, tr("That name is a directory."))
        }
        try Preconditions.check(request, current)
        try FreeSpace.check(for: ExpectedLength.of(request), in: directory)
        return .receiving(
            BodyReceiver(try PutSink(request, name: name, in: directory, of: folder)))
    }
}
