import FTP
package import Files
import Local
import Synchronization

/// What all connections of this process share: the log they write, the passwords they may use,
/// and their numbers.
package final class Session: Sendable {
    package let credentials: Credentials
    package let log: ExchangeSink
    /// Seconds, for sites that set none of their own.
    private let timeout: Int
    private let connectionCount = Atomic<Int>(0)

    package init(
        credentials: Credentials, timeout: Int = Site.local.timeout, log: @escaping ExchangeSink
    ) {
        self.credentials = credentials
        self.timeout = timeout
        self.log = log
    }

    /// Counts connections from 1, as the log shows them.
    package func nextConnection() -> Int {
        connectionCount.add(1, ordering: .relaxed).newValue
    }

    /// Why a site cannot be used by this version; nil where it can.
    package func refusal(of site: Site) -> FileSystemError? {
        switch site.scheme {
        case .file, .ftp:
            return nil
        case .ftps, .ftpes:
            return FileSystemError(
                .unsupported,
                detail: "\(site.text) wants TLS, which this version of Ferry does not speak yet; "
                    + "nothing was sent. Use ftp:// where the server allows it.")
        case .sftp, .http, .https, .dav, .davs:
            return FileSystemError(
                .unsupported,
                detail: "\(site.scheme.rawValue):// is not in this version of Ferry yet; it knows "
                    + "ftp:// and paths of this machine.")
        }
    }

    /// A file system for the calling worker; it connects on first use.
    package func fileSystem(for site: Site, connection: Int) -> any FileSystem {
        if site.isLocal { return LocalFileSystem() }
        var site = site
        if site.timeout == Site.local.timeout { site.timeout = timeout }
        let credentials = credentials
        return FTPFileSystem(
            site: site, connection: connection, log: log,
            password: { credentials.password(for: $0) })
    }
}
