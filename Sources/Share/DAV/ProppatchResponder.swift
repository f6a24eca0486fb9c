import CLinux
import Disk
import Files
import Glibc
import Web

/// Changes of properties (RFC 4918, section 9.2): the time of modification is set, what the disk or the share
/// says of a file cannot be, and all else is kept as it comes.
struct ProppatchResponder: Responder {
    /// What one of the changes comes to.
    private enum Step {
        /// Seconds since the epoch.
        case time(Int64)
        case keep(DeadProperties.Change)
        case impossible

        var isPossible: Bool {
            if case .impossible = self { false } else { true }
        }
    }

    var priority: Int { 300 }

    func canRespond(to request: Request, in folder: SharedFolder) -> Bool {
        request.method == .proppatch && folder.isWritable
    }

    func respond(to request: Request, in folder: SharedFolder) throws(Refusal) -> Response {
        let status = try folder.status(of: request.path)
        try Preconditions.check(request, status)
        return try ProppatchResponder.response(
            to: request, isDirectory: status.kind == .directory
        ) { (time, changes) throws(Refusal) in
            try ProppatchResponder.carryOut(time, changes, at: request.path, in: folder)
        }
    }

    /// The response once `carryOut` has set a time, where there is one, and what is to be kept.
    static func response(
        to request: Request, isDirectory: Bool,
        _ carryOut:
            @escaping @Sendable (Int64?, [DeadProperties.Change]) throws(Refusal) -> Void
    ) throws(Refusal) -> Response {
        try XMLBody.response(to: request) { (body) throws(Refusal) in
            let changes = try PropertyUpdate(body).changes.map {
                (name: $0.name, step: ProppatchResponder.step($0))
            }
            // All or nothing.
            let isPossible = changes.allSatisfy(\.step.isPossible)
            if isPossible {
                try ProppatchResponder.carryOut(changes.map(\.step), carryOut)
            }
            var page = Markup()
            page.append(Multistatus.start)
            page.append("<D:response><D:href>")
            page.append(text: RequestPath.encode(request.path, isDirectory: isDirectory))
            page.append("</D:href>")
            for (name, step) in changes {
                page.append("<D:propstat><D:prop>")
                name.append(to: &page)
                page.append("</D:prop>")
                Multistatus.append(
                    isPossible
                        ? .ok : step.isPossible ? ProppatchResponder.dependency : .forbidden,
                    to: &page)
            }
            page.append("</D:response>\n")
            page.append(Multistatus.end)
            return Response(
                .multiStatus, headers: Multistatus.headers, body: .bytes(page.bytes))
        }
    }

    /// RFC 4918, section 11.4: it could be done, but not without the others.
    private static let dependency = Status(424, "Failed Dependency")

    private static func step(_ change: PropertyUpdate.Change) -> Step {
        if change.name == .lastModified || change.name == .windowsModified {
            let text = change.value.map { Headers.trimmed($0.text) }
            return text.flatMap(HTTPDate.seconds).map(Step.time) ?? .impossible
        }
        if PropertyFacts.protected.contains(change.name) { return .impossible }
        return .keep(
            DeadProperties.Change(
                name: change.name,
                value: change.value.map {
                    DeadProperties.Value(markup: $0.markup, language: $0.language)
                }))
    }

    private static func carryOut(
        _ steps: [Step],
        _ body: (Int64?, [DeadProperties.Change]) throws(Refusal) -> Void
    ) throws(Refusal) {
        var (time, kept): (Int64?, [DeadProperties.Change]) = (nil, [])
        for step in steps {
            switch step {
            case .time(let seconds): time = seconds
            case .keep(let change): kept.append(change)
            case .impossible: break
            }
        }
        try body(time, kept)
    }

    private static func carryOut(
        _ time: Int64?, _ kept: [DeadProperties.Change], at path: Path, in folder: SharedFolder
    ) throws(Refusal) {
        guard let time else { return try folder.properties.change(path, kept) }
        let (directory, name) = try folder.parent(of: path)
        let (opened, status) = try SharedFolder.refusing { () throws(DiskError) in
            let opened = try directory.open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY)
            return (opened, try opened.status())
        }
        guard ferry_set_open_modified(opened.number, time) == 0 else {
            throw SharedFolder.refusal(errno)
        }
        do throws(Refusal) {
            try folder.properties.change(path, kept)
        } catch {
            // All or nothing.
            _ = futimens(opened.number, [status.st_atim, status.st_mtim])
            throw error
        }
    }
}
