package import Files

/// What a site of HTTP's schemes is: each kind is a file system of its own. Told by the site alone,
/// never by what the server says.
package enum WebService: Hashable, Sendable {
    /// http, https: directories are pages of links, or a bucket's listings.
    case index
    /// http, https with a form: files are uploaded as the named field of it (RFC 7578).
    case form(field: String)
    /// dav, davs (RFC 4918).
    case webDAV

    /// By the site's scheme, and whether a form's field is set for it.
    package init(_ site: Site) {
        self =
            switch site.scheme {
            case .dav, .davs: .webDAV
            default: site[HTTPOptions.formField].map { .form(field: $0) } ?? .index
            }
    }

    /// The site's file system, for the calling worker; it connects on first use. `connection` numbers
    /// the connection in the log, from 1; `trust` judges certificates, and `notes` keeps what the server shows of
    /// itself. `password` is asked when the
    /// server asks, on the worker's own thread, and may block; `proxyPassword` in the same way where
    /// the site's proxy has a user. `obstacle` is why it may not connect at all, thrown by whatever
    /// would.
    package static func fileSystem(
        for site: Site, connection: Int, trust: TrustPolicy,
        notes: any ServerNotes = NoNotes(), log: @escaping ExchangeSink,
        password: @escaping @Sendable (Site) -> Secret?,
        proxyPassword: @escaping @Sendable (Proxy) -> Secret?, obstacle: FileSystemError? = nil
    ) -> any WebFileSystem {
        let service = WebService(site)
        let client = HTTPClient(
            site: site, connection: connection, trust: trust, mayBeHTTP2: service.mayBeHTTP2,
            notes: notes, log: log, password: password, proxyPassword: proxyPassword,
            obstacle: obstacle)
        return switch service {
        case .index: IndexFileSystem(client)
        case .form(let field): FormFileSystem(client, field: field)
        case .webDAV: WebDAVFileSystem(client)
        }
    }

    /// Servers that refuse before they have read a body reset HTTP/2's stream, and the refusal is
    /// lost on libcurl; WebDAV's small requests, one after the other, gain nothing by it.
    private var mayBeHTTP2: Bool { self != .webDAV }
}
