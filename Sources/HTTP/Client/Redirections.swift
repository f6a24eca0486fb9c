import Files
import Words

/// The way of one request from server to server (RFC 9110 section 15.4): what may be followed, and
/// what the request becomes there. Does no I/O.
struct Redirections {
    /// How many are followed for one request.
    private static let limit = 10
    /// Methods that change nothing and so may be repeated anywhere (RFC 9110 section 9.2.1).
    private static let safeMethods: Set<String> = ["GET", "HEAD", "OPTIONS", "PROPFIND"]

    /// Where the request goes next.
    private(set) var destination: Destination
    private var visited: Set<Destination>
    private let site: Site
    private let log: ExchangeLog

    init(from start: Destination, of site: Site, log: ExchangeLog) {
        destination = start
        visited = [start]
        self.site = site
        self.log = log
    }

    /// Goes on to `location`, named by the answer of `head`; `request` becomes what is sent there.
    mutating func follow(
        _ head: ResponseHead, to location: String, _ request: inout Request
    ) throws(FileSystemError) {
        let path = request.path
        let host = VisibleText.make(site.host)
        let shown = path.text(on: site)
        func refused(_ kind: FileSystemError.Kind, _ detail: String) -> FileSystemError {
            FileSystemError(kind, path: path, reply: head.text, detail: detail)
        }
        let next: Destination
        do throws(Destination.Refusal) {
            next = try destination.following(location)
        } catch {
            switch error {
            case .unreadable:
                throw refused(
                    .protocolViolation,
                    tr("\(host) redirects \(shown), but the target cannot be read."))
            case .scheme(let scheme):
                throw refused(
                    .unsupported,
                    tr(
                        "\(host) redirects \(shown), but Ferry does not follow \(scheme): URLs; open "
                            + "that URL yourself."))
            }
        }
        if destination.origin.isEncrypted, !next.origin.isEncrypted {
            throw refused(
                .security,
                tr(
                    "\(host) redirects \(shown), but the target \(next.origin.text) has no TLS and was "
                        + "not followed."))
        }
        guard !visited.contains(next) else {
            throw refused(.other, tr("\(host) redirects \(shown), but the redirects form a loop."))
        }
        guard visited.count <= Redirections.limit else {
            throw refused(
                .other,
                tr(
                    "\(host) redirects \(shown), but Ferry has already followed "
                        + "\(Redirections.limit) redirects."))
        }
        if Redirections.becomesGet(request.method, after: head.status) {
            request.method = "GET"
            request.body = .none
        } else if !Redirections.safeMethods.contains(request.method),
            ![307, 308].contains(head.status) || next.origin != Origin(site)
        {
            throw refused(
                .unsupported,
                tr(
                    "\(host) redirects \(shown), but Ferry does not repeat \(request.method) there; "
                        + "open that URL yourself."))
        }
        if next.origin != destination.origin {
            log.remark(
                tr("Following a redirect to \(next.origin.text), without this site's login."))
        }
        destination = next
        visited.insert(next)
    }

    private static func becomesGet(_ method: String, after status: Int) -> Bool {
        status == 303 ? method != "HEAD" : method == "POST" && [301, 302].contains(status)
    }
}
