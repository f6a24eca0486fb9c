import Files
import Glibc
import HTTP
import Support
import Synchronization
import Testing

/// A web server with a file system on it.
final class WebBank {
    final class Log: Sendable {
        private let kept = Mutex<[Exchange]>([])

        func add(_ exchange: Exchange) { kept.withLock { $0.append(exchange) } }

        var lines: [Exchange] { kept.withLock { $0 } }

        /// The first lines of what was sent, without their header fields.
        var text: String { lines.map(\.text).joined(separator: "\n") }
    }

    let server: WebServer
    let files: any WebFileSystem
    let log = Log()

    /// Starts a server and makes a file system for it; nothing is connected yet. `change` alters the
    /// site before that.
    init(
        _ kind: WebServer.Kind, login: WebServer.Login? = nil,
        certificate: TestCertificate? = nil, extra: [String] = [], isInMemory: Bool = false,
        memory: TransientTrust = TransientTrust(), isTrusted: Bool = true,
        password: String = WebServer.user, change: (inout Site) -> Void = { _ in }
    ) throws {
        server = try startedServer(
            kind, login: login, certificate: certificate, extra: extra, isInMemory: isInMemory)
        var site = server.site
        site.timeout = 20
        change(&site)
        let log = log
        files = WebService.fileSystem(
            for: site, connection: 1,
            trust: TrustPolicy(
                authorities: isTrusted ? server.authorities : nil, memory: memory),
            log: { log.add($0) }, password: { _ in Secret(password) },
            proxyPassword: { _ in nil })
    }

    deinit {
        files.close()
        server.stop()
    }

    /// Makes a file that was not changed for years: a server takes the time of one that was changed
    /// this moment for no mark of its version.
    func writeOld(_ bytes: [UInt8], to name: String) throws {
        try server.root.write(bytes, to: name)
        setModified(name, to: 1_700_000_000)
    }

    func setModified(_ name: String, to seconds: time_t) {
        let time = timespec(tv_sec: seconds, tv_nsec: 0)
        utimensat(AT_FDCWD, server.root.path(name), [time, time], 0)
    }

    func path(_ name: String) throws -> Path {
        Path(components: try files.home().components + Path(name).components)
    }

    func list(_ name: String = "") throws -> [Entry] {
        try files.list(path(name)).entries
    }

    /// Downloads from `offset` on, of one version where that is given.
    func get(_ name: String, from offset: UInt64 = 0, version: String? = nil) throws -> [UInt8] {
        let source = try files.open(path(name), from: offset, version: version)
        let bytes = try Bank.read(source)
        try source.finish()
        return bytes
    }
}

extension WebServer.Kind {
    var isApache: Bool {
        [.apachePlain, .apacheFancy, .apacheTable, .apacheDAV].contains(self)
    }
}
