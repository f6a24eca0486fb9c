import FTP
import Files
import HTTP
import Local

/// What a file system of a server needs from the session.
struct ConnectionNeeds: Sendable {
    var site: Site
    /// The connection's number in the log, from 1.
    var number: Int
    /// Judges certificates.
    var trust: TrustPolicy
    var log: ExchangeSink
    /// Asked on the worker's own thread; may block.
    var password: @Sendable (Site) -> Secret?
    var proxyPassword: @Sendable (Proxy) -> Secret?
    /// FTP's ACCT, asked in the same way.
    var account: @Sendable (Site) -> Secret?
    /// Why it may not connect at all, thrown by whatever would.
    var obstacle: FileSystemError?
}

/// The protocols of this version, each with what makes a file system that speaks it, for the calling
/// worker. It connects on first use.
enum FileSystemMakers {
    typealias Maker = @Sendable (ConnectionNeeds) -> any FileSystem

    static let all: [Site.Scheme.WireProtocol: Maker] = [
        .none: { _ in LocalFileSystem() },
        .ftp: ftp,
        .http: http,
    ]

    static let ftp: Maker = { needs in
        FTPFileSystem(
            site: needs.site, connection: needs.number, trust: needs.trust, log: needs.log,
            password: needs.password, proxyPassword: needs.proxyPassword, account: needs.account,
            obstacle: needs.obstacle)
    }

    static let http: Maker = { needs in
        WebService.fileSystem(
            for: needs.site, connection: needs.number, trust: needs.trust, log: needs.log,
            password: needs.password, proxyPassword: needs.proxyPassword,
            obstacle: needs.obstacle)
    }
}
