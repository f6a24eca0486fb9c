import Files
import Jobs
import Share
import Support
import Synchronization

/// A share of a new folder on a free port of loopback, stopped when let go.
final class TestShare: Sendable {
    let folder: TemporaryFolder
    let server: ShareServer
    let port: UInt16
    private let lines: Lines
    private let news: News

    /// The log so far. From any thread.
    private final class Lines: Sendable {
        let all = Mutex<[Exchange]>([])
    }

    init(
        _ folder: TemporaryFolder? = nil, limits: Limits = Limits(),
        responders: Responders = .standard,
        changed: @escaping @Sendable (ShareStatus) -> Void = { _ in },
        request change: (inout ShareRequest) -> Void = { _ in }
    ) throws {
        let folder = try folder ?? TemporaryFolder(isInMemory: true)
        self.folder = folder
        var request = ShareRequest(folder: Path(folder.path), port: 0)
        change(&request)
        let lines = Lines()
        self.lines = lines
        let news = News()
        self.news = news
        server = ShareServer(
            request, limits: limits, responders: responders,
            log: { line in lines.all.withLock { $0.append(line) } },
            changed: { status in
                changed(status)
                news.arrived()
            })
        _ = try server.start()
        port = server.port
    }

    deinit {
        server.stop(atOnce: true)
    }

    /// Whether the share became so within a minute.
    func waits(until isSo: (ShareStatus) -> Bool) -> Bool {
        news.waits { isSo(server.status) }
    }

    var log: [Exchange] { lines.all.withLock { $0 } }

    func client(from source: String = "127.0.0.1") throws -> RawClient {
        try RawClient(port: port, source: source)
    }

    /// One request on a connection of its own.
    func ask(
        _ method: String, _ target: String, _ headers: [(String, String)] = []
    ) throws -> RawClient.Reply {
        try client().ask(method, target, headers)
    }

    func ask(_ target: String, _ headers: [(String, String)] = []) throws -> RawClient.Reply {
        try ask("GET", target, headers)
    }
}
