import Files
import Words

/// Files by a form, into the folder that it is sent to.
struct UploadResponder: Responder {
    var priority: Int { 300 }

    func canRespond(to request: Request, in folder: SharedFolder) -> Bool {
        request.method == .post && folder.isWritable
    }

    func respond(to request: Request, in folder: SharedFolder) throws(Refusal) -> Response {
        guard let type = request.headers["Content-Type"],
            let boundary = FormBoundary.parse(type)
        else {
            throw Refusal(
                .unsupportedMediaType,
                tr(
                    "A directory accepts forms of type multipart/form-data; use PUT for a single file."
                ))
        }
        let directory = try folder.directory(request.path)
        try FreeSpace.check(for: request.bodyLength, in: directory)
        return .receiving(
            BodyReceiver(UploadSink(request, boundary: boundary, into: directory, of: folder)))
    }
}
