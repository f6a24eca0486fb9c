package import Files
import Glibc
import Transport
import Words

/// A connection on which requests go out byte for byte as they were typed, and replies come in as
/// they are. Made anew for each exchange; belongs to one worker, save for `interrupt`.
package final class RawExchange {
    /// Seconds for which more is awaited after the last reply that was asked for.
    private static let afterthought = 0.25
    /// How many times the idle time a head may take in all.
    private static let headTimeFactor = 10.0
    private static let bufferSize = 256 << 10

    private let site: Site
    private let trust: TrustPolicy
    private let proxyPassword: (@Sendable (Proxy) -> Secret?)?
    private let log: RawLog
    private let interrupter = Interrupter()

    /// `connection` is its number in the log.
    package init(
        site: Site, connection: Int, trust: TrustPolicy, log: @escaping ExchangeSink,
        proxyPassword: (@Sendable (Proxy) -> Secret?)? = nil
    ) {
        self.site = site
        self.trust = trust
        self.proxyPassword = proxyPassword
        self.log = RawLog(connection: connection, sink: log)
    }

    /// Ends the exchange at once, from any thread.
    package var interrupt: @Sendable () -> Void {
        let interrupter = interrupter
        return { interrupter.interrupt() }
    }

    private var host: String { VisibleText.make(site.host) }

    /// Sends the request and hands over what comes, until all replies are there, the server closes,
    /// or nothing comes for the site's timeout. What `take` throws ends it. Throws where there is
    /// no connection, or no answer at all; a reply that breaks off is an event.
    package func run(
        _ request: RawRequest,
        _ take: (RawReplyParser.Event) throws(FileSystemError) -> Void
    ) throws(FileSystemError) {
        let stream = try connect()
        defer { stream.close() }
        for line in request.shownHead(limit: 200) { log.sent(line) }
        var reading = RawReading(
            parser: RawReplyParser(methods: request.lines.map(\.method)), log: log,
            buffer: Buffer(capacity: RawExchange.bufferSize), began: Deadline.now())
        var failure: TransportError?
        do throws(RawStop) {
            try send(request.bytes, over: stream, &reading, take)
            try receive(from: stream, &reading, take)
        } catch {
            switch error {
            case .taker(let error): throw error
            case .transport(let error): failure = error
            }
        }
        if let failure {
            guard reading.hasBegun, failure.kind != .cancelled else {
                let error = failure.fileSystemError(site, at: Origin(site), path: nil)
                log.trouble(error.detail)
                throw error
            }
            try reading.breakOff(failure, take)
        }
        guard reading.hasBegun else {
            let detail = tr("\(host) closed the connection without an answer.")
            log.trouble(detail)
            throw FileSystemError(.connection, detail: detail, isTransient: true)
        }
    }

    // MARK: The connection

    private func connect() throws(FileSystemError) -> any ByteStream {
        let socket: Socket
        do throws(TransportError) {
            let seconds = Double(site.timeout)
            if let proxy = site.proxy {
                let password = proxyPassword
                socket = try ProxyTunnel.open(
                    proxy, password: { password?(proxy) }, to: site.host, port: site.port,
                    interrupter, within: seconds)
            } else {
                socket = try Connector.connect(
                    host: site.host, port: site.port, interrupter, within: seconds)
            }
        } catch {
            let made = error.fileSystemError(site, at: Origin(site), path: nil)
            log.trouble(made.detail)
            throw made
        }
        socket.prepareForCommands()
        log.remark(
            site.proxy != nil
                ? tr("Connected to \(host) through a proxy.")
                : socket.peer.map { tr("Connected to \(host) (\($0.host)).") }
                    ?? tr("Connected to \(host)."))
        guard site.scheme == .https || site.scheme == .davs else { return socket }
        return try RawTrust(site: site, policy: trust, log: log).secure(socket)
    }

    // MARK: Both ways

    /// Writes all, and reads meanwhile what comes, because a server that answers early may not take
    /// the rest before its answer is read.
    private func send(
        _ bytes: [UInt8], over stream: any ByteStream, _ reading: inout RawReading,
        _ take: (RawReplyParser.Event) throws(FileSystemError) -> Void
    ) throws(RawStop) {
        let limit = WaitLimit(idle: Double(site.timeout))
        var sent = 0
        while sent < bytes.count, !reading.isOver {
            let end = min(sent + RawExchange.bufferSize, bytes.count)
            let written: Result<Int?, TransportError> = bytes[sent..<end].withUnsafeBytes { piece in
                Result { () throws(TransportError) in try stream.writeAvailable(piece) }
            }
            switch written {
            case .success(let count?):
                sent += count
            case .success(nil):
                let socket = stream.socket
                let ready = try RawStop.wrap { () throws(TransportError) in
                    try Readiness.wait(forInput: socket, orOutput: socket, limit.deadline)
                }
                if ready.input, try !reading.readAvailable(stream, take) { return }
            case .failure(let error):
                // Whoever closes before everything was sent may have said why.
                guard error.kind == .closed else { throw .transport(error) }
                return
            }
        }
    }

    private func receive(
        from stream: any ByteStream, _ reading: inout RawReading,
        _ take: (RawReplyParser.Event) throws(FileSystemError) -> Void
    ) throws(RawStop) {
        let idle = Double(site.timeout)
        while !reading.isOver {
            let isDone = reading.isDone
            let limit: Deadline
            if isDone {
                limit = .after(seconds: RawExchange.afterthought)
            } else if reading.isInsideHead {
                limit = .after(seconds: idle).earlier(reading.headEnd)
            } else {
                limit = .after(seconds: idle)
                reading.headEnd = .after(seconds: idle * RawExchange.headTimeFactor)
            }
            if !stream.holdsInput {
                do throws(TransportError) {
                    try Readiness.wait(forInput: stream.socket, limit)
                } catch {
                    if isDone, error.kind == .timeout { return }
                    throw .transport(error)
                }
            }
            if try !reading.readAvailable(stream, take) { return }
        }
    }
}
