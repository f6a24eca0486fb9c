package import Files
import Glibc
import Transport
import Words

/// A client of one site's server (RFC 9110): connects on first use and again after a loss, proves who
/// the user is, judges certificates and writes the log. It knows requests and responses, and nothing
/// of what a file system does with them. Belongs to one worker.
package final class HTTPClient {
    /// Whom it was made for; requests go to its server and, on redirection, to others.
    package let site: Site
    /// Wakes a blocked call at once, from any thread; the connection is dropped, never used again.
    package let interrupt: @Sendable () -> Void
    /// Seconds without any progress that end a wait.
    package var idle: Double
    /// The site's own server, the only one that gets credentials.
    let origin: Origin
    let log: ExchangeLog
    let login: Login
    /// Over TLS, where the server has it (RFC 9113).
    let mayBeHTTP2: Bool

    private let notes: any ServerNotes
    private let trust: HTTPTrust
    private let obstacle: FileSystemError?
    private let proxyPassword: @Sendable (Proxy) -> Secret?
    private let waker: CurlWaker
    private var connection: CurlConnection?
    /// What was seen of the server's connections between two answers.
    private var kept = KeptConnections()
    private var proxySecret: Secret?
    /// Whether the server answered the last request.
    private var wasReached = false

    /// `connection` numbers the connection in the log, from 1; `trust` judges certificates.
    /// `password` is asked when the server asks, on the worker's own thread, and may block;
    /// `proxyPassword` in the same way where the site's proxy has a user. `obstacle` is why it may
    /// not connect at all, thrown by whatever would.
    init(
        site: Site, connection: Int, trust: TrustPolicy, mayBeHTTP2: Bool = true,
        notes: any ServerNotes = NoNotes(), log sink: @escaping ExchangeSink,
        password: @escaping @Sendable (Site) -> Secret?,
        proxyPassword: @escaping @Sendable (Proxy) -> Secret?, obstacle: FileSystemError? = nil
    ) {
        self.site = site
        self.obstacle = obstacle
        self.mayBeHTTP2 = mayBeHTTP2
        self.proxyPassword = proxyPassword
        self.notes = notes
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
        close()
    }

    /// The site's host, for showing.
    var host: String { VisibleText.make(site.host) }

    /// Whether the server was reached when it was last spoken to: HTTP's connections come and go by
    /// themselves, and none is missed before the next request.
    package var isConnected: Bool { wasReached && !waker.isInterrupted }

    /// How the connection is protected; nil without one.
    package var security: ConnectionSecurity? {
        guard isConnected else { return nil }
        guard origin.isEncrypted else { return .clear }
        return trust.state.map { .tls($0) }
    }

    /// Drops the connection; the next request makes a new one.
    package func close() {
        wasReached = false
        connection?.exchange?.cancel()
        connection = nil
    }

    /// Forgets an interruption that is past: only what was begun before it is interrupted.
    func beginOperation() throws(FileSystemError) {
        if let obstacle { throw obstacle }
        if waker.isInterrupted {
            close()
            waker.reset()
        }
    }

    // MARK: One exchange

    /// Sends a request's head to `destination`, with a login where it is the site's own server.
    /// `body` says how one that follows is framed.
    func begin(
        _ request: Request, to destination: Destination, body: CurlOrder.Body?
    ) throws(FileSystemError) -> (exchange: CurlExchange, hasLogin: Bool) {
        let isOwn = destination.origin == origin
        let login = isOwn ? try login.field(request.method, destination.target) : nil
        let fields = request.fields + (login.map { [$0] } ?? [])
        guard fields.allSatisfy(\.isSendable) else {
            throw FileSystemError(
                .badName, path: request.path,
                detail: tr("\(request.path.text(on: site)) cannot be sent in HTTP header fields."))
        }
        let order = CurlOrder(
            method: request.method, origin: destination.origin, target: destination.target,
            fields: fields + HTTPClient.commonFields, body: body, proxy: site.proxy,
            proxyPassword: secretForProxy(),
            clientCertificate: isOwn ? site[HTTPOptions.clientCertificate] : nil,
            clientKey: isOwn ? site[HTTPOptions.clientKey] : nil, connectTimeout: idle,
            mayBeHTTP2: mayBeHTTP2)
        log.sent(request.method, destination.origin, destination.target, fields)
        trust.origin = destination.origin
        let started = Deadline.now()
        leaveSpoilt(before: request.method)
        do throws(TransportError) {
            let connection = try connected()
            connection.sockets.opened = { [log] in
                log.remark(tr("Connecting to \(VisibleText.make(destination.origin.host))."))
            }
            let exchange = try CurlExchange(order, on: connection, idle: idle) { [trust] easy in
                trust.install(on: easy)
            } heard: { [log, unowned self] head in
                wasReached = true
                log.received(head, elapsed: Deadline.now() - started)
                if isOwn { noteCard(head) }
            }
            return (exchange, login != nil)
        } catch {
            throw explain(error, destination.origin, request.path)
        }
    }

    /// Writes down what an answer of the site's own server shows of it.
    private func noteCard(_ head: ResponseHead) {
        notes.note(site) { card in
            card.software = head.value("server") ?? card.software
            let classes = head.values("dav").flatMap { $0.split(separator: ",") }
            if !classes.isEmpty {
                card.features = classes.map { "DAV " + $0.filter { $0 != " " } }
            }
            card.note(security)
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

    // MARK: Bytes beyond an answer

    /// Gives up a connection on which something came that nobody asked for, or may come.
    private func leaveSpoilt(before method: String) {
        guard let rest = connection?.rest else { return }
        switch kept.step(after: rest.ending, before: method) {
        case .use: return
        case .renew: break
        case .look(let milliseconds):
            switch rest.look(milliseconds: milliseconds) {
            case .nothing: return
            case .end: break
            // Over TLS they need not be an answer's.
            case .bytes: if !origin.isEncrypted { noteSpoilt(rest.ending) }
            }
        }
        rest.end()
        connection = nil
    }

    private func noteSpoilt(_ ending: AnswerEnding) {
        kept.noteSpoilt(ending)
        log.remark(tr("\(host) sent data after its answer; Ferry reconnects after such answers."))
    }

    /// An answer came, and nothing before it.
    func noteAnswer(to exchange: CurlExchange) {
        if let ending = exchange.follows { kept.noteProven(ending) }
    }

    /// Whether an exchange failed by bytes that belong to the answer before; then the connection is
    /// given up, and the request is still without an answer.
    func isSpoilt(_ exchange: CurlExchange, by error: TransportError) -> Bool {
        guard error.kind == .violation, exchange.head == nil, let ending = exchange.follows else {
            return false
        }
        noteSpoilt(ending)
        close()
        return true
    }

    /// Why a request failed whose answer was spoilt, and that may not be sent twice.
    static let spoilt = TransportError(
        .other, tr("it sent bytes after an earlier answer, and none for this request"))

    // MARK: Errors

    /// The error for the user, from what broke an exchange; it is told to the log too.
    func explain(_ error: TransportError, _ origin: Origin, _ path: Path?) -> FileSystemError {
        wasReached = false
        if error.kind == .cancelled { close() }
        if error.kind == .proxyRefused { proxySecret = nil }
        if let refusal = trust.refusal, error.kind != .cancelled {
            notes.noteFailure(refusal, of: site)
            return refusal
        }
        let made = error.fileSystemError(site, at: origin, path: path)
        if origin == self.origin { notes.noteFailure(made, of: site) }
        if error.kind != .cancelled { log.trouble(made.detail) }
        return made
    }

    /// The error for an answer that is no success. `action` completes "… could not be".
    func refusal(_ head: ResponseHead, _ attempt: Attempt, _ path: Path) -> FileSystemError {
        StatusMeaning.error(head, attempt, path, on: site, now: Int64(time(nil)))
    }
}
