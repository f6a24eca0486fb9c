import CLinux
import Disk
import Files
import Glibc
import Web

/// Changes of properties (RFC 4918, section 9.2). The time of modification can be set; all else is
/// what the disk says.
struct ProppatchResponder: Responder {
    var priority: Int { 300 }

    func canRespond(to request: Request, in folder: SharedFolder) -> Bool {
        request.method == .proppatch && folder.isWritable
    }

    func respond(to request: Request, in folder: SharedFolder) throws(Refusal) -> Response {
        try Preconditions.check(request, try folder.status(of: request.path))
        return try XMLBody.response(to: request) { (body) throws(Refusal) in
            let update = try PropertyUpdate(body)
            let kind = try folder.status(of: request.path).kind
            let times = update.changes.map(ProppatchResponder.time)
            // All or nothing.
            let isPossible = !times.contains(nil)
            if isPossible, let time = times.last ?? nil {
                let (directory, name) = try folder.parent(of: request.path)
                let code = name.withCString {
                    ferry_set_modified(directory.descriptor.number, $0, time)
                }
                guard code == 0 else { throw SharedFolder.refusal(errno) }
            }
            var page = Markup()
            page.append(Multistatus.start)
            page.append("<D:response><D:href>")
            page.append(text: RequestPath.encode(request.path, isDirectory: kind == .directory))
            page.append("</D:href>")
            for (change, time) in zip(update.changes, times) {
                page.append("<D:propstat><D:prop>")
                change.name.append(to: &page)
                page.append("</D:prop>")
                Multistatus.append(
                    isPossible
                        ? .ok : time == nil ? .forbidden : ProppatchResponder.dependency, to: &page)
            }
            page.append("</D:response>\n")
            page.append(Multistatus.end)
            return Response(
                .multiStatus, headers: Multistatus.headers, body: .bytes(page.bytes))
        }
    }

    /// RFC 4918, section 11.4: it could be done, but not without the others.
    private static let dependency = Status(424, "Failed Dependency")

    /// Seconds since the epoch; nil for a change that cannot be made.
    private static func time(_ change: PropertyUpdate.Change) -> Int64? {
        guard change.name == .lastModified, let value = change.value else { return nil }
        return HTTPDate.seconds(Headers.trimmed(value))
    }
}
