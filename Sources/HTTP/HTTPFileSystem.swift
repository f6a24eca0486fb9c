package import Files
import Glibc
import Transport

/// The files of a web server (http, https), or of a WebDAV server (dav, davs), as a `FileSystem`.
/// Connects on first use and again after a loss; belongs to one worker.
package final class HTTPFileSystem: FileSystem, SettingTimes, TellingSpace {
    package let site: Site
    package let interrupt: @Sendable () -> Void
    private let obstacle: FileSystemError?
    private let proxyPassword: @Sendable (Proxy) -> Secret?
    private let waker: CurlWaker
    let log: ExchangeLog
    let login: Login
    let trust: HTTPTrust
    /// The site's own server.
    let origin: Origin
    /// What is known of the server.
    var memory = HTTPMemory()
    /// What of a listing is kept.
    package var listingLimits = DirectoryBuilder.Limits()
    /// Seconds without any progress that end a wait.
    package var idle: Double

    private var connection: CurlConnection?
    private var proxySecret: Secret?

    /// `connection` numbers the connection in the log, from 1; `trust` judges certificates.
    /// `password` is asked when the server asks, on the worker's own thread, and may block;
    /// `proxyPassword` in the same way where the site's proxy has a user. `obstacle` is why it may
    /// not connect at all, thrown by whatever would.
    package init(
        site: Site, connection: Int, trust: TrustPolicy, log sink: @escaping ExchangeSink,
        password: @escaping @Sendable (Site) -> Secret?,
        proxyPassword: @escaping @Sendable (Proxy) -> Secret?, obstacle: FileSystemError? = nil
    ) {
        self.site = site
        self.obstacle = obstacle
        self.proxyPassword = proxyPassword
        let log = ExchangeLog(connection: connection, sink: sink)
        self.log = log
        login = Login(site, log, password)
        self.trust = HTTPTrust(site, trust, log)
        origin = Origin(site)
        idle = Double(site.timeout)
        let waker = CurlWaker()
        self.waker = waker
        interrupt = { waker.interrupt() }
    }

    deinit {
        // A connection and its exchange hold each other.
        dropConnection()
    }

    var host: String { VisibleText.make(site.host) }

    /// Whether it speaks WebDAV (RFC 4918), rather than HTTP alone.
    var isDAV: Bool { site.scheme == .dav || site.scheme == .davs }

    /// Whether the server was reached when it was last spoken to: HTTP's connections come and go by
    /// themselves, and none is missed before the next request.
    package var isConnected: Bool { memory.wasReached && !waker.isInterrupted }

    package var security: ConnectionSecurity? {
        guard isConnected else { return nil }
        guard origin.isEncrypted else { return .clear }
        return trust.state.map { .tls($0) }
    }

    package func close() { dropConnection() }

    func dropConnection() {
        memory.wasReached = false
        connection?.exchange?.cancel()
        connection = nil
    }

    /// Seconds since the epoch.
    var now: Int64 { Int64(time(nil)) }

    // MARK: One place for beginning exchanges

    /// Forgets an interruption that is past: only what was begun before it is interrupted.
    func beginOperation() throws(FileSystemError) {
        if let obstacle { throw obstacle }
        if waker.isInterrupted {
            dropConnection()
            waker.reset()
        }
    }

    /// Sends a request's head to `destination`, with a login where it is the site's own server.
    /// `length` is for a body that is streamed.
    func begin(
        _ request: Request, to destination: Destination, body: CurlOrder.Body?
    ) throws(FileSystemError) -> (exchange: CurlExchange, hasLogin: Bool) {
        let isOwn = destination.origin == origin
        let login = isOwn ? try login.field(request.method, destination.target) : nil
        let fields = request.fields + (login.map { [$0] } ?? [])
        guard fields.allSatisfy(\.isSendable) else {
            throw FileSystemError(
                .badName, path: request.path,
                detail: "\(request.path.text(on: site)) cannot be sent in HTTP's header fields.")
        }
        let order = CurlOrder(
            method: request.method, origin: destination.origin, target: destination.target,
            fields: fields + HTTPFileSystem.commonFields, body: body, proxy: site.proxy,
            proxyPassword: secretForProxy(),
            clientCertificate: isOwn ? site.clientCertificate : nil,
            clientKey: isOwn ? site.clientKey : nil, connectTimeout: idle,
            // Servers that refuse before they have read a body reset HTTP/2's stream, and the
            // refusal is lost on libcurl; small requests, one after the other, gain nothing by it.
            mayBeHTTP2: !isDAV)
        log.sent(request.method, destination.origin, destination.target, fields)
        trust.origin = destination.origin
        let started = Deadline.now()
        do throws(TransportError) {
            let connection = try connected()
            connection.sockets.opened = { [log] in
                log.remark("Connecting to \(VisibleText.make(destination.origin.host)).")
            }
            let exchange = try CurlExchange(order, on: connection, idle: idle) { [trust] easy in
                trust.install(on: easy)
            } heard: { [log, unowned self] head in
                memory.wasReached = true
                log.received(head, elapsed: Deadline.now() - started)
            }
            return (exchange, login != nil)
        } catch {
            throw explain(error, destination.origin, request.path)
        }
    }

    private static let commonFields = [
        RequestField("User-Agent", "Ferry"),
        // Files are kept as they are stored.
        RequestField("Accept-Encoding", "identity"),
    ]

    private func secretForProxy() -> Secret? {
        guard let proxy = site.proxy, proxy.user != nil else { return nil }
        if proxySecret == nil { proxySecret = proxyPassword(proxy) }
        return proxySecret
    }

    private func connected() throws(TransportError) -> CurlConnection {
        if let connection { return connection }
        let made = try CurlConnection(waker)
        connection = made
        return made
    }

    /// The error for the user, from what broke an exchange; it is told to the log too.
    func explain(_ error: TransportError, _ origin: Origin, _ path: Path?) -> FileSystemError {
        memory.wasReached = false
        if error.kind == .cancelled { dropConnection() }
        if error.kind == .proxyRefused { proxySecret = nil }
        if let refusal = trust.refusal, error.kind != .cancelled { return refusal }
        let made = error.fileSystemError(site, at: origin, path: path)
        if error.kind != .cancelled { log.trouble(made.detail) }
        return made
    }
}
