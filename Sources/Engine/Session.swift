import FTP
package import Files
import HTTP
import Local
package import Settings
import Synchronization

/// What all connections of this process share: the log they write, the passwords they may use,
/// how they judge certificates, and their numbers.
package final class Session: Sendable {
    package let credentials: Credentials
    package let log: ExchangeSink
    /// What is known of servers, and what the user allowed.
    package let known: KnownServers
    let defaults: ConnectionDefaults
    private let connectionCount = Atomic<Int>(0)

    package init(
        credentials: Credentials, known: KnownServers = KnownServers(path: nil) { _ in },
        defaults: ConnectionDefaults = ConnectionDefaults(), log: @escaping ExchangeSink
    ) {
        self.credentials = credentials
        self.known = known
        self.defaults = defaults
        self.log = log
    }

    /// Counts connections from 1, as the log shows them.
    package func nextConnection() -> Int {
        connectionCount.add(1, ordering: .relaxed).newValue
    }

    /// Why a site cannot be used by this version; nil where it can.
    package func refusal(of site: Site) -> FileSystemError? {
        do throws(FileSystemError) {
            _ = try defaults.applied(to: site)
        } catch {
            return error
        }
        switch site.scheme {
        case .file, .ftp, .ftps, .ftpes, .http, .https, .dav, .davs:
            return nil
        case .sftp:
            return FileSystemError(
                .unsupported,
                detail: "\(site.scheme.rawValue):// is not in this version of Ferry yet; it knows "
                    + "ftp://, ftpes://, ftps://, http://, https://, dav://, davs:// and paths of "
                    + "this machine.")
        }
    }

    /// A file system for the calling worker; it connects on first use, or says why it cannot.
    package func fileSystem(for site: Site, connection: Int) -> any FileSystem {
        if site.isLocal { return LocalFileSystem() }
        // Jobs of an earlier process come without having been asked for: none may go around a proxy
        // that cannot be read.
        let obstacle = refusal(of: site)
        let site = (try? defaults.applied(to: site)) ?? site
        let (credentials, defaults) = (credentials, defaults)
        let password: @Sendable (Site) -> Secret? = { credentials.password(for: $0) }
        let proxyPassword: @Sendable (Proxy) -> Secret? = {
            defaults.environment.password(for: $0) ?? defaults.proxyPassword($0)
        }
        let trust = defaults.policy(known)
        if site.scheme.isHTTP {
            return WebService.fileSystem(
                for: site, connection: connection, trust: trust, log: log, password: password,
                proxyPassword: proxyPassword, obstacle: obstacle)
        }
        return FTPFileSystem(
            site: site, connection: connection, trust: trust, log: log, password: password,
            proxyPassword: proxyPassword, account: defaults.account, obstacle: obstacle)
    }
}
