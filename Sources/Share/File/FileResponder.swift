import Files
import Glibc
import Web
import Words

/// Files, whole or in parts.
struct FileResponder: Responder {
    var priority: Int { 100 }

    func canRespond(to request: Request, in folder: SharedFolder) -> Bool {
        (request.method == .get || request.method == .head) && !request.endsInSlash
    }

    func respond(to request: Request, in folder: SharedFolder) throws(Refusal) -> Response {
        if try folder.status(of: request.path).kind == .directory {
            let query = request.query.map { "?" + $0 } ?? ""
            let target = RequestPath.encode(request.path, isDirectory: true) + query
            return Response(.movedPermanently, headers: ["Location": target])
        }
        let file = try folder.open(request.path)
        var headers = FileResponder.headers(of: file, request)
        switch Preconditions(request).verdict(file.status) {
        case .goOn: break
        case .notModified: return Response(.notModified, headers: headers)
        case .failed:
            throw Refusal(
                .preconditionFailed, tr("The file is not the one that the request expects."))
        }
        let type = headers["Content-Type"] ?? MediaType.bytes.text
        let size = file.status.size
        let isPart =
            request.method == .get
            && Preconditions(request).allowsRange(file.status, now: Int64(time(nil)))
        switch ByteRanges(isPart ? request.headers["Range"] : nil, size: size) {
        case .whole:
            return Response(
                .ok, headers: headers, body: .pieces([.file(file, 0..<size)]),
                download: request.path)
        case .none:
            throw Refusal(
                .rangeNotSatisfiable, tr("The file has only \(size) bytes."),
                headers: [("Content-Range", "bytes */\(size)")])
        case .parts(let parts):
            guard parts.count == 1, let part = parts.first else {
                let boundary = String(UInt64.random(in: .min ... .max), radix: 36)
                headers["Content-Type"] = "multipart/byteranges; boundary=\(boundary)"
                return Response(
                    .partialContent, headers: headers,
                    body: .pieces(FileResponder.pieces(of: file, parts, type, boundary)),
                    download: request.path)
            }
            headers["Content-Range"] = FileResponder.contentRange(part, size)
            return Response(
                .partialContent, headers: headers, body: .pieces([.file(file, part)]),
                download: request.path)
        }
    }

    private static func headers(of file: OpenFile, _ request: Request) -> Headers {
        let name = request.path.name
        let type = name.map { MediaType(fileNamed: $0) } ?? .bytes
        var headers: Headers = [
            "Content-Type": type.field,
            "ETag": file.status.entityTag,
            // Never later than now (RFC 9110, section 8.8.2.1).
            "Last-Modified": HTTPDate.text(min(file.status.modified, Int64(time(nil)))),
            "Accept-Ranges": "bytes",
            "Cache-Control": "private, no-cache",
        ]
        if type.isActive {
            // What somebody put into the folder must not act in the share's name.
            headers["Content-Security-Policy"] =
                "sandbox allow-popups allow-downloads; script-src 'none'; object-src 'none'; "
                + "form-action 'none'; frame-ancestors 'none'"
        }
        if let name, type == .bytes || request.parameter("download") != nil {
            headers["Content-Disposition"] = ContentDisposition.attachment(name)
        }
        return headers
    }

    /// A body of several parts (RFC 9110, section 14.6).
    private static func pieces(
        of file: OpenFile, _ parts: [Range<UInt64>], _ type: String, _ boundary: String
    ) -> [Response.Piece] {
        var pieces: [Response.Piece] = []
        for part in parts {
            let head =
                "\r\n--\(boundary)\r\nContent-Type: \(type)\r\nContent-Range: "
                + contentRange(part, file.status.size) + "\r\n\r\n"
            pieces.append(.bytes(Array(head.utf8)))
            pieces.append(.file(file, part))
        }
        return pieces + [.bytes(Array("\r\n--\(boundary)--\r\n".utf8))]
    }

    private static func contentRange(_ part: Range<UInt64>, _ size: UInt64) -> String {
        "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"
    }
}
