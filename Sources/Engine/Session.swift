import FTP
package import Files
import Local
import Synchronization

/// What all connections of this process share: the log they write, the passwords they may use,
/// how they judge certificates, and their numbers.
package final class Session: Sendable {
    package let credentials: Credentials
    package let log: ExchangeSink
    package let trust: TrustPolicy
    /// Seconds, for sites that set none of their own.
    private let timeout: Int
    private let connectionCount = Atomic<Int>(0)

    package init(
        credentials: Credentials, timeout: Int = Site.local.timeout,
        trust: TrustPolicy = TrustPolicy(memory: TransientTrust()), log: @escaping ExchangeSink
    ) {
        self.credentials = credentials
        self.timeout = timeout
        self.trust = trust
        self.log = log
    }

    /// Counts connections from 1, as the log shows them.
    package func nextConnection() -> Int {
        connectionCount.add(1, ordering: .relaxed).newValue
    }

    /// Why a site cannot be used by this version; nil where it can.
    package func refusal(of site: Site) -> FileSystemError? {
        switch site.scheme {
        case .file, .ftp, .ftps, .ftpes:
            return nil
        case .sftp, .http, .https, .dav, .davs:
            return FileSystemError(
                .unsupported,
                detail: "\(site.scheme.rawValue):// is not in this version of Ferry yet; it knows "
                    + "ftp://, ftpes://, ftps:// and paths of this machine.")
        }
    }

    /// A file system for the calling worker; it connects on first use.
    package func fileSystem(for site: Site, connection: Int) -> any FileSystem {
        if site.isLocal { return LocalFileSystem() }
        var site = site
        if site.timeout == Site.local.timeout { site.timeout = timeout }
        let credentials = credentials
        return FTPFileSystem(
            site: site, connection: connection, trust: trust, log: log,
            password: { credentials.password(for: $0) })
    }
}
