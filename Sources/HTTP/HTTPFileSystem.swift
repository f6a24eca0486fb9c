package import Files

/// The files of a web server (http, https), or of a WebDAV server (dav, davs), as a `FileSystem`.
/// Connects on first use and again after a loss; belongs to one worker.
package final class HTTPFileSystem: FileSystem, SettingTimes, TellingSpace {
    package let client: HTTPClient
    /// What is known of the server.
    var memory = HTTPMemory()
    /// What of a listing is kept.
    package var listingLimits = DirectoryBuilder.Limits()

    /// As `HTTPClient.init`.
    package init(
        site: Site, connection: Int, trust: TrustPolicy, log: @escaping ExchangeSink,
        password: @escaping @Sendable (Site) -> Secret?,
        proxyPassword: @escaping @Sendable (Proxy) -> Secret?, obstacle: FileSystemError? = nil
    ) {
        client = HTTPClient(
            site: site, connection: connection, trust: trust,
            // Servers that refuse before they have read a body reset HTTP/2's stream, and the
            // refusal is lost on libcurl; small requests, one after the other, gain nothing by it.
            mayBeHTTP2: site.scheme != .dav && site.scheme != .davs, log: log, password: password,
            proxyPassword: proxyPassword, obstacle: obstacle)
    }

    package var site: Site { client.site }
    package var interrupt: @Sendable () -> Void { client.interrupt }
    package var isConnected: Bool { client.isConnected }
    package var security: ConnectionSecurity? { client.security }

    package func close() { client.close() }

    var log: ExchangeLog { client.log }
    var origin: Origin { client.origin }
    var host: String { client.host }

    /// Whether it speaks WebDAV (RFC 4918), rather than HTTP alone.
    var isDAV: Bool { site.scheme == .dav || site.scheme == .davs }

    func send(
        _ request: Request, to start: Destination? = nil
    ) throws(FileSystemError) -> Response {
        try client.send(request, to: start)
    }

    func upload(
        _ request: Request, to destination: Destination? = nil
    ) throws(FileSystemError) -> Upload {
        try client.upload(request, to: destination)
    }

    func refusal(_ head: ResponseHead, _ action: String, _ path: Path) -> FileSystemError {
        client.refusal(head, action, path)
    }
}
