import Files
import Glibc
import Words

/// A folder with all that is below it as one download: `?archive=tar`, `?archive=zip`.
struct ArchiveResponder: Responder {
    var priority: Int { 350 }

    func canRespond(to request: Request, in folder: SharedFolder) -> Bool {
        (request.method == .get || request.method == .head) && request.endsInSlash
            && request.parameter("archive") != nil
    }

    func respond(to request: Request, in folder: SharedFolder) throws(Refusal) -> Response {
        let kind = request.parameter("archive")
        guard kind == "tar" || kind == "zip" else {
            throw Refusal(
                .badRequest,
                tr(
                    "A directory can be downloaded with ?archive=tar or "
                        + "?archive=zip."))
        }
        let name = (request.path.name ?? folder.path.name)?.bytes ?? Array("share".utf8)
        let walk = try FolderWalk(
            try folder.directory(request.path), name: name, shows: folder.shows,
            request.method == .get ? try folder.archives.enter(request.visitor) : nil)
        let now = Int64(time(nil))
        let blocks =
            kind == "tar"
            ? Blocks(TarArchive(walk, name: name, now: now))
            : Blocks(ZipArchive(walk, name: name, now: now))
        var headers: Headers = [
            "Content-Type": kind == "tar" ? "application/x-tar" : "application/zip",
            "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
        ]
        headers["Content-Disposition"] = Name(name + Array(".\(kind ?? "")".utf8)).map {
            ContentDisposition.attachment($0)
        }
        return Response(
            .ok, headers: headers, body: .blocks(blocks, length: nil), download: request.path)
    }
}
